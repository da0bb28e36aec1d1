"""What a component file of one's own may hold: one module a game, imported only when such a file is read.

Each has `validate(data) -> (valid data, faults)`. A fault is a key path, the value there, and what it should be.
"""
