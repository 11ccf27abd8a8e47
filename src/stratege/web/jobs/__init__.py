"""Jobs for thinking processes: what can be asked of them, and a job under way."""
