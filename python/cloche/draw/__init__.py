"""Pictures of positions: one module a game, each with `text` and `svg`.

Both take a position as data (`State.to_dict()`, or `State.observation(viewer)` for what one player sees) and know
no rules but who has won: what is legal or was played last is told to them in notation. Equal arguments give equal
pictures, byte for byte. SVG pictures stand alone, carry `title` and `desc`, and say in `class` and `data-` attributes
what each element shows; they use no ids and no style sheet, so that many of them can share one page.

What a page needs to be played on is the same in all of them: each legal action is on some element's `data-action`, the
notations of what a click there can mean, separated by spaces; and a piece of the player to move may have `data-piece`,
with which the notations of actions begin that put it somewhere.
"""
