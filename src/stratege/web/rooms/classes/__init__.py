"""Classes: a teacher's link and a students' link, files handed in and marked, and a table that fills."""
