"""Pictures as bytes: what people receive."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render import contact_sheet, paint, samples, sprites
from render.calidruno import HandScene
from render.layout import Stamp
from render.scene import Scene
from render.theme import LOOKS

SCENES: dict[str, Scene] = {name: scene for game in LOOKS for name, scene in samples.scenes(game).items()}


def decoded(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_palette_png_that_looks_as_painted(name: str) -> None:
    scene = SCENES[name]
    picture = decoded(render.draw(scene))
    assert picture.format == "PNG"
    assert picture.mode == "P"
    assert picture.size == render.size(scene)
    difference = ImageChops.difference(picture.convert("RGB"), paint.paint(scene.layout()))
    assert max(ImageStat.Stat(difference).mean) < 1.5  # levels of 255
    assert max(ImageStat.Stat(difference).rms) < 4


@pytest.mark.parametrize("name", SCENES)
def test_sizes_suit_a_phone_and_the_upload(name: str) -> None:
    width, height = render.size(SCENES[name])
    assert width == 1100
    assert height <= 960  # never upright, even three rows of cards with letters
    assert len(render.draw(SCENES[name])) / 1024 <= _budget_kib(SCENES[name])


def _budget_kib(scene: Scene) -> int:
    if not isinstance(scene, HandScene):
        return 120
    return 45 if len(scene.cards) <= 13 else 80


@pytest.mark.parametrize("name", ["hand-01", "hand-07", "hand-13", "hand-26", "hand-40", "hand-waiting"])
def test_the_index_of_every_card_can_be_seen_in_the_picture(name: str) -> None:
    """Value and shape of each card are there as on its sprite, not covered by its neighbour or the rack."""
    scene = SCENES[name]
    assert isinstance(scene, HandScene)
    picture = decoded(render.draw(scene)).convert("RGB")
    stamps = [mark for mark in scene.layout().marks if isinstance(mark, Stamp) and "/full/" in mark.sprite][1:]
    assert len(stamps) == len(scene.cards)
    for stamp in stamps:
        sprite = sprites.dimmed(stamp.sprite) if stamp.dim else sprites.sprite(stamp.sprite)
        left, top = sprites.MARGIN + 10, sprites.MARGIN + 10
        wanted = sprite.crop((left, top, left + 46, top + 90)).convert("RGB")
        left, top = left + stamp.x, top + stamp.y
        seen = picture.crop((left, top, left + 46, top + 90))
        difference = ImageStat.Stat(ImageChops.difference(wanted, seen))
        assert max(difference.mean) < 3, stamp


def test_many_threads_draw_the_same_pictures() -> None:
    scenes = [scene for name, scene in SCENES.items() if name.startswith(("table", "hand-1", "count"))]
    alone = [render.draw(scene) for scene in scenes]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(render.draw, scenes * 2))
    assert together == alone * 2


def test_equal_scenes_give_equal_pictures_and_other_cards_other_ones() -> None:
    first, again = samples.calidruno()["hand-13"], samples.calidruno()["hand-13"]
    assert first == again
    assert hash(first) == hash(again)
    assert render.draw(first) == render.draw(again)
    assert render.draw(first) != render.draw(samples.calidruno()["hand-11"])


def test_the_bot_draws_without_the_tools_that_build_sprites() -> None:
    code = (
        "import sys, render, render.lobby\n"
        "from render import samples\n"
        "render.draw(samples.calidruno()['table-04'])\n"
        "assert not any(m.split('.')[0] == 'fontTools' or m.startswith('render.art') for m in sys.modules)\n"
    )
    root = Path(render.__file__).parents[1]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root, timeout=60)


def test_the_contact_sheet_shows_each_scene_at_three_sizes_and_every_card(tmp_path: Path) -> None:
    contact_sheet.write_scene(tmp_path, "table", SCENES["table-04"])
    contact_sheet.write_cards(tmp_path, "calidruno")
    assert decoded((tmp_path / "table.phone.png").read_bytes()).width == 393
    assert decoded((tmp_path / "table.simulated.png").read_bytes()).width == 3 * 393
    assert {path.name for path in tmp_path.glob("cards-*")} == {"cards-calidruno-full.png", "cards-calidruno-chip.png"}
