"""An observation becomes a picture. Nothing here can see a state, so a picture shows only what its viewer may know.

From scene to bytes: a game's module makes a ``Scene`` (plain data) from an observation; ``scene.layout()`` says where
every mark lies; ``paint`` puts the marks on a canvas; ``encode`` makes a PNG in the game's fixed palette.

A further game brings its deck in ``art``, one module or folder here with its scenes, its line in ``theme.LOOKS`` and
its samples in ``samples``; then ``python -m render.build_atlas`` draws its sprites and palette.
"""

from __future__ import annotations

from render import encode, paint
from render.scene import Scene, SeatLabel

__all__ = ["Scene", "SeatLabel", "draw", "size"]


def draw(scene: Scene, reduced: int = 1) -> bytes:
    """The picture of a scene as a PNG, ``reduced`` times smaller in each direction. Pure and safe in several threads;
    equal scenes give the same bytes.

    Nothing is kept of it here but parts that say nothing of a hand (text masks, plates, dimmed sprites); whoever keeps
    whole pictures keeps them by the whole scene, cards included.
    """
    layout = scene.layout()
    picture = paint.paint(layout)
    return encode.encode(picture if reduced == 1 else picture.reduce(reduced), layout.game)


def size(scene: Scene) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    layout = scene.layout()
    return layout.width, layout.height
