"""The rules in plain Python, written from the pages in `seeds/` alone.

Each game is a module with a `Game` and a `State` that satisfy `cloche.backend`. Nothing here uses the native core, so
that the two can be played against each other step by step.
"""
