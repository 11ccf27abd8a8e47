"""The papers as a place to learn: examiners of their questions, marks with their reasons, counter-examples.

`marking.mark` examines a student's file in a confined process (`stratege.confined`) and compares here; the
questions are tables of data and small laws, one a paper, in `tables`.
"""
