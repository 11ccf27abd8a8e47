"""The room where algorithms are watched: the papers' trees and stages, step by step."""
