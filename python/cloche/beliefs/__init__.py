"""Which worlds agree with what a player knows: one module for each game that hides something.

Each has two functions of an observation (`State.observation`), its component data and the game's number of players:
`count` gives the number of different worlds (H-2 of seeds/hidden.md), `worlds` each of them as data of
`State.to_dict()` with a whole-number weight, in proportion to its probability. They share nothing with the samplers of
the native core and the reference, and tests hold them against each other.
"""
