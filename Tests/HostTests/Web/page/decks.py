# SPDX-License-Identifier: Apache-2.0
"""The chapter of the decks: hot cues, cue button, loops, pitch and the crossfader under fingers."""

from __future__ import annotations

from browser import Browser
from hands import pressed
from rigs import show
from stage import SIZES, expect, on_sizes, picture, slider

DECK = "tune.sources.source"


def control(leaf: str) -> str:
    return f'#decks [data-path="{DECK}.{leaf}"]'


def plays_decks(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A deck is there once its session is on a side of the crossfader; all that it has is in reach of a finger."""
    for name, page in on_sizes(browser, operator, "phone", "tablet"):
        page.js(
            """{ const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (...given) { globalThis.lastSocket = this; return send.apply(this, given); } }"""
        )
        link = "document.querySelector('nav a[href=\"#decks\"]').checkVisibility()"
        assert not page.js(link), "no session is a deck"
        assert not page.js("performance.getEntriesByName(`${location.origin}/deck.js`).length"), "it is loaded though nobody looks"
        expect("set tune.crossfader A")
        page.until("the way to the decks", link)
        show(page, "decks")
        page.until("the deck", "document.querySelector('#decks [data-deck=tune]') !== null")
        small = page.js(
            """[...document.querySelectorAll("#decks :is(button, input)")].filter((control) => {
            const box = control.getBoundingClientRect();
            return box.width > 0 && (box.height < 43.5 || box.width < 43.5) }).map((control) => control.ariaLabel)"""
        )
        assert small == [], f"{name}: too small for a finger: {small}"

        # A pad that is empty keeps where the deck is; a set one goes there, and comes back when a waiting deck's is let go.
        expect(f"set {DECK}.bpm 120")
        expect(f"set {DECK}.position_seconds 12")
        page.until("the place", "document.querySelector('#decks .time').textContent === '0:12.0'")
        page.tap(control("hot_cues.1.pressed"))
        expect(f"{DECK}.hot_cues.1.set true")
        expect(f"{DECK}.hot_cues.1.seconds 12")
        expect(f"set {DECK}.hot_cues.1.name Drop")
        page.until("its name", f"document.querySelector('{control('hot_cues.1.pressed')}').textContent === '1 Drop'")
        page.until("its mark", "document.querySelectorAll('#decks .cue-mark.hot:not([hidden])').length === 1")
        expect(f"set {DECK}.position_seconds 3")
        page.touch("touchStart", page.middle(control("hot_cues.1.pressed")))
        expect(f"{DECK}.hot_cues.1.pressed true")
        expect("plays 12 14")
        page.touch("touchEnd")
        expect(f"{DECK}.hot_cues.1.pressed false")
        expect(f"{DECK}.playing false")

        # A loop of so many beats, halved, moved with a jump, and left.
        page.until("it to wait", pressed(f"{DECK}.playing", False))
        page.tap(control("playing"))
        expect(f"{DECK}.playing true")
        page.tap("#decks .loop")
        expect(f"{DECK}.loop_active true")
        expect(f"{DECK}.loop_beats 4")
        page.until("its light", "document.querySelector('#decks .loop').ariaPressed === 'true'")
        page.tap(control("loop_halve"))
        expect(f"{DECK}.loop_beats 2")
        page.until("its length", "document.querySelector('#decks .loop').textContent === '⟳ 2'")
        picture(page, f"{name}-deck")
        page.tap("#decks .loop")
        expect(f"{DECK}.loop_active false")
        page.tap('#decks [aria-label="tune loop again, or leave it"]')
        expect(f"{DECK}.loop_active true")
        page.tap('#decks [aria-label="tune loop again, or leave it"]')
        expect(f"{DECK}.loop_active false")
        expect(f"set {DECK}.position_seconds 2")
        for _ in range(5):
            page.tap(f'{control("beat_jump")}[aria-label$="jump on"]')
        expect("plays 7 11")

        # The pitch goes as far as is chosen, and a nudge lasts as long as its key is held.
        page.js(f"document.querySelector('{slider(f'{DECK}.pitch_percent')}').focus()")
        page.press("End")
        expect(f"{DECK}.pitch_percent 8")
        page.tap('#decks [aria-label^="tune range of the pitch"]')
        page.js(f"document.querySelector('{slider(f'{DECK}.pitch_percent')}').focus()")
        page.press("End")
        expect(f"{DECK}.pitch_percent 16")
        # What is set elsewhere is never out of its reach.
        expect(f"set {DECK}.pitch_percent 40")
        page.until("a wider range", "document.querySelector('#decks [aria-label^=\"tune range\"]').textContent === '±50'")
        expect(f"set {DECK}.pitch_percent 8")
        page.touch("touchStart", page.middle('#decks [aria-label="tune nudge back"]'))
        expect(f"{DECK}.nudge_percent -2")
        page.touch("touchEnd")
        expect(f"{DECK}.nudge_percent 0")
        page.tap(control("key_lock"))
        expect(f"{DECK}.key_lock true")

        # A second finger on Play has a deck go on that a held pad plays.
        expect(f"set {DECK}.playing false")
        pad, play = page.middle(control("hot_cues.1.pressed")), page.middle(control("playing"))
        page.touch("touchStart", pad)
        expect(f"{DECK}.playing true")
        page.touch("touchStart", pad, play)
        page.touch("touchEnd")
        expect(f"{DECK}.hot_cues.1.pressed false")
        expect("plays 12 14")

        # The cue button of a deck that plays goes back to the cue point, and plays from there while it is held.
        expect(f"set {DECK}.playing false")
        page.touch("touchStart", page.middle(control("cue_button")))
        expect(f"{DECK}.cue_button true")
        page.touch("touchEnd")
        expect(f"{DECK}.cue_button false")

        # A rig that goes away meanwhile lets nothing be held for good.
        page.touch("touchStart", page.middle('#decks [aria-label="tune nudge on"]'))
        expect(f"{DECK}.nudge_percent 2")
        page.js("globalThis.lastSocket.close()")
        page.touch("touchEnd")
        expect(f"{DECK}.nudge_percent 0")
        page.until("the link", "document.getElementById('link').classList.contains('connected')")

        # The next pad after Clear is emptied.
        page.tap('#decks [aria-label^="tune clear hot cues"]')
        page.tap(control("hot_cues.1.pressed"))
        expect(f"{DECK}.hot_cues.1.set false")
        page.until("no mark", "document.querySelectorAll('#decks .cue-mark.hot:not([hidden])').length === 0")

        # Two decks tell how far apart they are.
        assert not page.js("document.querySelector('#decks .phase i').checkVisibility()"), "there is nothing to compare it with"
        expect("set radio.crossfader B")
        page.until("the second deck", "document.querySelector('#decks [data-deck=radio]') !== null")
        # A track of the library is found by its tempo, and loaded into a deck that waits.
        if name == "phone":
            expect("trigger radio.sources.source.next")
            head = "document.querySelector('[data-deck=radio] .head').textContent"
            page.until("the track before", f"{head}.includes('gong.wav')")
            field = "document.querySelector('[aria-label=\"radio search in the library\"]')"
            page.js(f"{field}.value = 'tune 119-121'; {field}.dispatchEvent(new Event('input'))")
            page.until("the track", "document.querySelector('[data-deck=radio] [aria-label^=\"radio: load\"]:enabled') !== null")
            page.tap('[data-deck=radio] [aria-label^="radio: load"]')
            page.until("it to be loaded", f"{head}.includes('tune.wav')")
        page.js("document.querySelector('#decks [role=slider][data-path=\"rig.crossfader.position\"]').focus()")
        page.press("End")
        expect("rig.crossfader.position 1")
        page.press("0")
        expect("rig.crossfader.position 0")
        if SIZES[name][0] > 760:
            wide = page.js("new Set([...document.querySelectorAll('.deck')].map((deck) => deck.getBoundingClientRect().top)).size")
            assert wide == 1, "the decks are not side by side"
        for leaf, said in (("pitch_percent", "0"), ("key_lock", "off"), ("loop_beats", "4"), ("loop_active", "off")):
            expect(f"set {DECK}.{leaf} {said}")
        for session in ("tune", "radio"):
            expect(f"set {session}.crossfader thru")
        expect("set tune.active false")
        page.until("no way to decks", f"!{link}")
