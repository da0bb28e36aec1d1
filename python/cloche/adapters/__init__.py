"""The games in other ecosystems: `openspiel`, `pettingzoo` and `gymnasium`, each behind the extra of its name.

An adapter gives names of its ecosystem to what `cloche.Game` and `cloche.State` offer, and holds no rules.
"""
