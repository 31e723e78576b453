# SPDX-License-Identifier: Apache-2.0
"""Chapters about what hands do beside moving faders: talking, fading, and what an operator keeps them from."""

from __future__ import annotations

import time

from browser import Browser, Page
from stage import SIZES, expect, lit, on_sizes, picture, slider, value

TALK = '[data-path="mic.active"]'


def pressed(path: str, is_on: bool) -> str:
    """Whether a button shows that its switch is on, or off, as an expression on the page."""
    return f"document.querySelector('[data-path=\"{path}\"]').getAttribute('aria-pressed') === '{'true' if is_on else 'false'}'"


def hold(page: Page, how: str, seconds: float, during=lambda: None) -> None:
    """Presses the key to talk for a time that the browser is told: a slow machine makes no tap of a hold, nor the reverse."""
    start = time.time()
    if how == "finger":
        place = page.middle(TALK)
        page.touch("touchStart", place, at=start)
        during()
        page.touch("touchEnd", at=start + seconds)
    else:
        page.js(f"document.querySelector('{TALK}').focus()")
        page.key("keyDown", how, at=start)
        page.key("keyDown", how, at=start + seconds / 2)
        during()
        page.key("keyUp", how, at=start + seconds)


def talks(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """The key to talk is on as long as it is held, stays on after a tap, and lets go when the finger is taken from it."""
    for name, page in on_sizes(browser, operator, "phone", "desktop"):
        for how in ("finger",) if SIZES[name][2] else (" ", "Enter"):
            def on_air() -> None:
                expect("mic.active true")
                page.until("the key to be lit", pressed("mic.active", True))

            hold(page, how, 2, on_air)
            expect("mic.active false")
            page.until("the key to be dark", pressed("mic.active", False))
            hold(page, how, 0.1)
            on_air()
            hold(page, how, 0.1)
            expect("mic.active false")
            page.until("the key to be dark", pressed("mic.active", False))
        if SIZES[name][2]:
            page.touch("touchStart", page.middle(TALK))
            expect("mic.active true")
            picture(page, f"{name}-talk")
            page.touch("touchCancel")
            expect("mic.active false")
        else:
            # What a screen reader does has no press before it.
            page.until("the key to be dark", pressed("mic.active", False))
            page.js(f"document.querySelector('{TALK}').click()")
            expect("mic.active true")
            page.until("the key to be lit", pressed("mic.active", True))
            page.js(f"document.querySelector('{TALK}').click()")
            expect("mic.active false")


def fill(page: Page, label: str, text: str) -> None:
    """Types a text into the field of that name."""
    page.js(f"document.querySelector('[aria-label=\"{label}\"]').select()")
    page.send("Input.insertText", text=text)
    page.press("Tab")


def fades(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A value goes its way in the seconds that were asked for, and the fader with it."""
    for name, page in on_sizes(browser, operator, "desktop"):
        page.click("[data-strip=deck] button.name")
        page.until("the panel", "document.querySelector('#panel .fade') !== null")
        page.js(
            f"""window.way = []; new MutationObserver(([{{ target }}]) => way.push(Number(target.getAttribute("aria-valuenow"))))
            .observe(document.querySelector('{slider("deck.fader_db")}'), {{ attributeFilter: ["aria-valuenow"] }})"""
        )
        # The panel has moved the strips, and their meters with them.
        page.until("the meter beside its fader", f"{lit('deck')} > 50")
        fill(page, "Fades to", "-20")
        fill(page, "Seconds of the fade", "1.5")
        page.js("document.querySelector('#panel .fade button').focus()")
        picture(page, f"{name}-fade")
        page.press("Enter")
        page.until("the end of the fade", "way.at(-1) === -20")
        way = page.js("way")
        assert any(-20 < place < 0 for place in way) and way == sorted(way, reverse=True), way
        said = page.js("document.querySelector('#panel .fade output').textContent")
        assert said == "fader goes to -20 in 1.5 s", said
        expect("deck.fader_db -20")
        fill(page, "Fades to", "loud")
        page.js("document.querySelector('#panel .fade button').focus()")
        page.press("Enter")
        page.until("why not", "document.getElementById('notices').textContent.includes('loud')")
        page.js(f"document.querySelector('{slider('deck.fader_db')}').focus()")
        page.press("0")
        expect("deck.fader_db 0")


def guards(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Locks and limits are seen as soon as anybody sets them, hold the hand, and move nothing about."""
    fader, mute = slider("deck.fader_db"), '[data-path="deck.mute"]'
    for name, page in on_sizes(browser, operator, "phone", "desktop"):
        page.js(
            """window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; })
            .observe({ type: "layout-shift" })"""
        )
        expect("set deck.fader_db.locked true")
        expect("set deck.mute.locked true")
        page.until("the lock", f"document.querySelector('{fader}').matches('.locked[aria-disabled]')")
        page.until("the lock of the mute", f"document.querySelector('{mute}').matches('.locked:disabled')")
        why = page.js(f"document.querySelector('{fader}').getAttribute('aria-description')")
        assert "locked" in why, why
        page.js(f"document.querySelector('{fader}').focus()")
        page.press("PageDown")
        assert value(page, "deck.fader_db") == 0
        expect("set wall.fader_db.maximum -6")
        page.until("the limit", f"document.querySelector('{slider('wall.fader_db')}').getAttribute('aria-valuemax') === '-6'")
        page.js(f"document.querySelector('{slider('wall.fader_db')}').focus()")
        for key in ("Home", "End"):
            page.press(key)
        assert value(page, "wall.fader_db") == -6
        expect("wall.fader_db -6")
        picture(page, f"{name}-guards")
        shift = page.js("shift")
        assert shift < 0.01, f"{name}: the layout shifts by {shift}"
        # An operator unlocks it here as well.
        page.js("document.querySelector('[data-strip=deck] button.name').click()")
        page.until("the panel", "document.querySelector('#panel .fade') !== null")
        page.until("the lock in the panel", pressed("deck.fader_db.locked", True))
        page.js("document.querySelector('[data-path=\"deck.fader_db.locked\"]').click()")
        page.until("the fader to be free", f"document.querySelector('{fader}').matches(':not(.locked, [aria-disabled])')")
        page.press("Escape")
        expect("set deck.mute.locked false")
        page.until("the mute to be free", f"document.querySelector('{mute}').matches(':not(:disabled)')")
        expect("set wall.fader_db.maximum 12")
        page.until("no limit", f"document.querySelector('{slider('wall.fader_db')}').getAttribute('aria-valuemax') === '12'")
        page.js(f"document.querySelector('{slider('wall.fader_db')}').focus()")
        page.press("0")
        expect("wall.fader_db 0")
