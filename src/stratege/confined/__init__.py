"""Strangers' code in a process of its own, without the right to write, to connect or to start others.

`runner.Runner` loads a Python file and calls its functions; only plain data crosses, and nothing is compared
or believed on the other side. `boundary` says what confines on this machine.
"""
