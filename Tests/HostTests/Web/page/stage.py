# SPDX-License-Identifier: Apache-2.0
"""What the chapters of `mixer_test.py` have in common: sizes of pages, ways to look at them, and the rig behind them.

Where the rig itself has to be looked at, a chapter says what it expects in a line `EXPECT …` and waits for a line in return;
`PageRig.swift` has the words. Pictures of what was seen go into the folder that `TARMAC_PICTURES` names.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from browser import Browser, Page

SIZES = {"phone": (390, 844, True), "tablet": (820, 480, True), "desktop": (1280, 800, False)}
PICTURES = os.environ.get("TARMAC_PICTURES")


def expect(what: str) -> None:
    """Lets the test look at the rig."""
    print(f"EXPECT {what}", flush=True)
    answer = sys.stdin.readline().strip()
    assert answer == "ok", f"{what}: {answer}"


def value(page: Page, path: str) -> float:
    return float(page.js(f"document.querySelector('[role=slider][data-path=\"{path}\"]').getAttribute('aria-valuenow')"))


def slider(path: str) -> str:
    return f'[role=slider][data-path="{path}"]'


def lit(strip: str) -> str:
    """How much of a strip's meter is lit, as an expression on the page."""
    return f"""(() => {{ const canvas = document.querySelector("canvas.meters");
      const [all, place] = [canvas, document.querySelector("[data-strip={strip}] .meter")].map((each) => each.getBoundingClientRect());
      const copy = new OffscreenCanvas(place.width, canvas.height).getContext("2d", {{ willReadFrequently: true }});
      copy.drawImage(canvas, all.left - place.left, 0);
      const pixels = copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height).data;
      return pixels.filter((value, place) => place % 4 === 1 && value > 80).length; }})()"""


def ready(page: Page, url: str) -> None:
    page.open(url)
    page.until("strips", "document.querySelector('[data-strip=deck] .fader') !== null")
    page.until("the link", "document.getElementById('link').classList.contains('connected')")
    page.until("values", "document.querySelector('[data-strip=deck] .state.active, [data-strip=deck] .state.ducked') !== null")


def on_sizes(browser: Browser, url: str, *names: str, is_calm: bool = False):
    for name in names:
        width, height, touch = SIZES[name]
        page = browser.page(width, height, touch=touch, fresh=True)
        if is_calm:
            page.calm()
        ready(page, url)
        yield name, page
        assert page.errors == [], f"{name}: the console says {page.errors}"
        page.close()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.picture(Path(PICTURES, f"{name}.png"))
