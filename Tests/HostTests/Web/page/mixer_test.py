# SPDX-License-Identifier: Apache-2.0
"""The page of the web mixer in a real browser, at the sizes of a phone and of a desktop.

    mixer_test.py CHAPTERS OPERATOR_URL VIEWER_URL MIXER_URL

CHAPTERS are names with commas between them; they share one browser. A URL pairs a device and leads to the page. The rig is that
of `WebPageTests.swift`: `deck` and `other` play, `voice` ducks them, `wall` is what they are heard at. What a chapter has measured
it says in lines `FIGURE …`.
"""

from __future__ import annotations

import sys
import time

import accessibility
from browser import Browser
from decks import plays_decks
from hands import fades, guards, talks
from rigs import closes, plays, plugs, records, reloads, rolls, show, sounds
from stage import SIZES, expect, lit, on_sizes, picture, ready, slider, value


def loads(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Light, soon to be seen, from here alone, and nothing moves about once it is there."""
    for name, page in on_sizes(browser, operator, "phone", "tablet", "desktop"):
        origin = page.js("location.origin")
        strangers = [url for url in page.requests if not url.startswith(origin)]
        assert strangers == [], strangers
        assert page.bytes < 200_000, f"{name}: {page.bytes} bytes"
        paint = page.js("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        shift = page.js(
            """new Promise((done) => { let sum = 0;
            new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
              .observe({ type: "layout-shift", buffered: true });
            setTimeout(() => done(sum), 300); })"""
        )
        assert shift < 0.01, f"{name}: the layout shifts by {shift}"
        print(f"FIGURE {name}: {page.bytes} bytes on the wire, first paint after {paint:.0f} ms, layout shift {shift:.4f}")
        wide = page.js("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight")
        assert wide, f"{name}: the page itself scrolls"
        if SIZES[name][2]:
            small = page.js(
                """[...document.querySelectorAll("button, a, input, select")].filter((control) => {
                const box = control.getBoundingClientRect();
                return box.width > 0 && !control.matches(".clip, .skip") && (box.height < 43.5 || box.width < 43.5) })
                .map((control) => control.textContent + control.className)"""
            )
            names = [control for control in small if "name" not in control]
            assert names == [], f"{name}: too small for a finger: {names}"
        picture(page, name)


def touches(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Faders follow fingers from where they are, several at once, and go home on a double tap."""
    for name, page in on_sizes(browser, operator, "phone"):
        deck, other = slider("deck.fader_db"), slider("other.fader_db")
        start = page.middle(deck)
        page.touch("touchStart", start)
        page.touch("touchEnd")
        assert value(page, "deck.fader_db") == 0, "a touch alone moves a fader"
        page.drag([start], [80])
        lowered = value(page, "deck.fader_db")
        assert -60 < lowered < -3, lowered
        expect(f"deck.fader_db {lowered}")
        page.drag([page.middle(deck), page.middle(other)], [-40, 60])
        first, second = value(page, "deck.fader_db"), value(page, "other.fader_db")
        assert lowered < first and second < -3, (lowered, first, second)
        expect(f"deck.fader_db {first}")
        expect(f"other.fader_db {second}")
        page.js("document.getElementById('fine').click()")
        page.drag([page.middle(deck)], [20])
        fine = value(page, "deck.fader_db")
        assert 0 < first - fine < 2, (first, fine)
        page.js("document.getElementById('fine').click()")
        page.drag([page.middle(deck)], [900], steps=20)
        page.until("the end of the scale", "document.querySelector('[data-strip=deck] > .readout').textContent === '−∞'")
        expect("deck.fader_db -inf")
        for path in ("deck", "other"):
            page.tap(slider(f"{path}.fader_db"))
            page.tap(slider(f"{path}.fader_db"))
            assert value(page, f"{path}.fader_db") == 0, "a double tap is 0 dB"
            expect(f"{path}.fader_db 0.0")


def keys(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Everything can be done by keys."""
    for name, page in on_sizes(browser, operator, "desktop"):
        page.js(f"document.querySelector('{slider('deck.fader_db')}').focus()")
        for key, expected in (
            ("ArrowDown", -0.5), ("PageDown", -3.5), ("PageUp", -0.5), ("ArrowUp", 0.0), ("End", 12.0), ("0", 0.0),
        ):
            page.press(key)
            assert value(page, "deck.fader_db") == expected, (key, value(page, "deck.fader_db"))
        page.press("ArrowDown", shift=True)
        assert value(page, "deck.fader_db") == -0.1
        expect("deck.fader_db -0.1")
        page.press("Home")
        expect("deck.fader_db -inf")
        spoken = page.js(f"document.querySelector('{slider('deck.fader_db')}').getAttribute('aria-valuetext')")
        assert spoken == "silent", spoken
        page.press("0")
        expect("deck.fader_db 0.0")
        page.js("document.querySelector('[data-path=\"deck.mute\"]').focus()")
        page.press("Enter")
        page.until("the mute", "document.querySelector('[data-path=\"deck.mute\"]').getAttribute('aria-pressed') === 'true'")
        expect("deck.mute true")
        page.press("Enter")
        expect("deck.mute false")
        # A letter turns what the page shows.
        muted = "document.querySelector('[data-path=\"deck.mute\"]').getAttribute('aria-pressed')"
        page.until("no mute", f"{muted} === 'false'")
        # Letters do to a strip what they do in `tarmac watch`, wherever in it the focus is.
        page.press("m")
        expect("deck.mute true")
        page.until("the mute", f"{muted} === 'true'")
        page.press("m")
        expect("deck.mute false")
        page.press(",")
        expect("deck.fader_db -0.1")
        page.press("0")
        expect("deck.fader_db 0.0")
        page.press("a")
        expect("deck.active false")
        page.press("a")
        expect("deck.active true")
        x, y = page.middle(slider("deck.fader_db"))
        for way, expected in ((100, -0.5), (-100, 0.0)):
            page.send("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=way)
            page.until("the wheel", f"document.querySelector('{slider('deck.fader_db')}').getAttribute('aria-valuenow') === '{expected:g}'")
            expect(f"deck.fader_db {expected}")
        page.press("?")
        page.until("the list of keys", "document.getElementById('keys').open")
        picture(page, f"{name}-keys")
        page.press("Escape")
        page.until("it to close", "!document.getElementById('keys').open")


def crosses(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """The crossfader is there once a strip is assigned to it; it goes from side to side by finger and by key, and cuts."""
    place = slider("rig.crossfader.position")
    for name, page in on_sizes(browser, operator, "phone", "desktop"):
        assert not page.js("document.getElementById('crossfader').checkVisibility()"), "nobody is assigned to it"
        expect("set deck.crossfader A")
        expect("set other.crossfader B")
        page.until("the crossfader", f"document.querySelector('{place}')?.checkVisibility()")
        page.until("its sides", "document.querySelector('#crossfader .side').textContent === 'deck'")
        if SIZES[name][2]:
            x, y = page.middle(place)
            page.touch("touchStart", (x, y))
            for way in range(1, 5):
                page.touch("touchMove", (x + 10 * way, y))
            page.touch("touchEnd")
            reached = value(page, "rig.crossfader.position")
            assert 0.2 < reached < 1, reached
            expect(f"rig.crossfader.position {reached}")
        page.js(f"document.querySelector('{place}').focus()")
        page.press("End")
        expect("rig.crossfader.position 1")
        picture(page, f"{name}-crossfader")
        page.press("ArrowLeft")
        expect("rig.crossfader.position 0.98")
        page.press("Home")
        expect("rig.crossfader.position -1")
        page.press("0")
        expect("rig.crossfader.position 0")
        press = page.tap if SIZES[name][2] else page.click
        press('[data-path="rig.crossfader.cut_b"]')
        expect("rig.crossfader.cut_b true")
        press('[data-path="rig.crossfader.cut_b"]')
        expect("rig.crossfader.cut_b false")
        expect("set deck.crossfader thru")
        expect("set other.crossfader thru")
        page.until("it to go", "!document.getElementById('crossfader').checkVisibility()")


def ducks(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """The meter moves; a duck and an interruption are on the strip, with who and why."""
    for name, page in on_sizes(browser, operator, "phone", "desktop"):
        page.until("the meter of what plays", f"{lit('deck')} > 50")
        page.middle("[data-strip=wall] .meter")
        loud = page.until("the meter of the wall", lit("wall"))
        press = page.tap if SIZES[name][2] else page.click
        press('[data-path="voice.active"]')
        page.until("the duck", "document.querySelector('[data-strip=deck] .state.ducked strong')?.textContent.includes('14 dB')")
        why = page.js("document.querySelector('[data-strip=deck] .why').textContent")
        assert "voice" in why and "DUCK-01" in why, why
        expect("deck.duck_db -14")
        page.middle("[data-strip=wall] .meter")
        page.until("the meter of the wall to fall", f"{lit('wall')} < {loud}")
        picture(page, f"{name}-duck")
        press('[data-strip=deck] .state')
        page.until("the reasons", "document.querySelectorAll('#panel .reasons li').length > 1")
        page.press("Escape")
        page.until("the panel to close", "!document.getElementById('panel').open")
        press('[data-path="voice.active"]')
        page.until("the end of the duck", "document.querySelector('[data-strip=deck] .state.active') !== null")
        page.js("location.hash = 'rig'")
        press('[data-path="rig.interrupters.phone.active"]')
        page.until("the question", "document.querySelector('[data-path=\"rig.interrupters.phone.active\"]').textContent === 'Sure?'")
        expect("deck.interrupted false")
        press('[data-path="rig.interrupters.phone.active"]')
        page.until("who interrupts", "document.getElementById('interruption').textContent.includes('phone')")
        page.js("location.hash = 'mixer'")
        page.until("the interruption", "document.querySelector('[data-strip=deck] .state.interrupted') !== null")
        why = page.js("document.querySelector('[data-strip=deck] .why').textContent")
        assert "phone" in why, why
        expect("deck.interrupted true")
        page.js("location.hash = 'rig'")
        press('[data-path="rig.interrupters.phone.active"]')
        page.js("location.hash = 'mixer'")
        page.until("the end of the call", "document.querySelector('[data-strip=deck] .state.active') !== null")
        # All is well, and the strip has nothing to say.
        well = page.js("(({ textContent }) => textContent)(document.querySelector('[data-strip=deck] .state'))")
        assert well == "", well
        expect("trigger rig.interrupters.phone.ring")
        page.until("what rings", "document.getElementById('interruption').textContent === 'phone is ringing'")
        press('#answers [data-path="rig.interrupters.phone.decline"]')
        page.until("the end of the ring", "document.getElementById('answers').childElementCount === 0")
        assert page.js("document.getElementById('interruption').textContent") == ""
        page.js("location.hash = 'log'")
        page.until("the log", "document.querySelector('#log-list').textContent.includes('DUCK-01')")


def arranges(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Strips stay where this device has put them, narrow and hidden as it likes."""
    names = "[...document.querySelectorAll('.bank:not(.routes) [data-strip]')].map(({ dataset }) => dataset.strip)"
    for name, page in on_sizes(browser, operator, "phone"):
        before = page.js(names)
        width = page.js("document.querySelector('[data-strip=deck]').offsetWidth")
        page.tap("#arrange")
        page.tap(f"[aria-label='{before[0]} to the right']")
        page.until("the move", f"{names}[1] === '{before[0]}'")
        page.tap("[aria-label='Hide other']")
        page.until("it to fade", "document.querySelector('[data-strip=other].hides') !== null")
        picture(page, f"{name}-arrange")
        page.tap("#narrow")
        page.until("narrow strips", "document.querySelector('#strips.narrow') !== null")
        page.tap("#arrange")
        page.until("strips to stay", "document.querySelector('#strips.arranging') === null")
        expected = [before[1], before[0], *before[2:]]
        expected.remove("other")
        assert page.js(names) == expected, page.js(names)
        assert page.js("document.querySelector('[data-strip=deck]').offsetWidth") < width * 0.8
        picture(page, f"{name}-narrow")
        ready(page, operator)
        assert page.js(names) == expected, f"after a reload: {page.js(names)}"
        page.tap("#arrange")
        page.tap("[aria-label='Show other']")
        page.until("it to be there again", "document.querySelector('[data-strip=other].hides') === null")
        page.tap("#arrange")
        page.until("strips to stay", "document.querySelector('#strips.arranging') === null")
        assert set(page.js(names)) == set(before), page.js(names)


def sends(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Faders can be the sends to an output; plugins and the flow of signals are there to be looked at."""
    for name, page in on_sizes(browser, operator, "phone", "desktop"):
        press = page.tap if SIZES[name][2] else page.click
        press('[data-bus=wall]')
        page.js(f"document.querySelector('{slider('deck.sends.wall.level_db')}').focus()")
        page.press("PageDown")
        expect("deck.sends.wall.level_db -3.0")
        page.press("0")
        expect("deck.sends.wall.level_db 0.0")
        press('[data-bus=""]')
        page.js("location.hash = 'flow'")
        page.until("sound on its way", "document.querySelectorAll('#flow-picture .edge.live').length >= 2")
        picture(page, f"{name}-flow")


def breaks(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A rig that is gone is told at once; one that is back has all of its values again."""
    for name, page in on_sizes(browser, operator, "phone", "desktop"):
        page.until("the page to be kept", "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
        expect("gone")
        page.until("the loss", "document.body.classList.contains('away') && document.getElementById('away').textContent.includes('not reachable')")
        picture(page, f"{name}-away")
        page.open(page.js("location.href"))
        page.until("the page without its rig", "document.getElementById('away')?.checkVisibility() && location.pathname === '/'")
        expect("back")
        page.until("the return", "!document.body.classList.contains('away')")
        page.until("its values", "document.querySelector('[data-strip=deck] .state.active') !== null")
        page.js(f"document.querySelector('{slider('deck.fader_db')}').focus()")
        page.press("PageDown")
        assert value(page, "deck.fader_db") == -3
        expect(f"deck.fader_db {value(page, 'deck.fader_db')}")
        page.press("0")
        expect("deck.fader_db 0.0")
        # A browser itself complains of each vain try.
        page.errors = [error for error in page.errors if "/control" not in error and "ERR_CONNECTION" not in error]


def falls_silent(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Without an audio server nothing is green: a banner says that nothing is heard, until it is back."""
    for name, page in on_sizes(browser, operator, "phone"):
        expect("stop-server")
        page.until("the banner", "document.getElementById('server').textContent.includes('nothing is heard')")
        assert page.js("document.getElementById('link').textContent") == "no audio server"
        picture(page, f"{name}-no-server")
        expect("start-server")
        page.until("the end of the banner", "document.getElementById('server').hidden")
        page.until("the link", "document.getElementById('link').textContent === 'connected'")


def rights(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A viewer moves nothing and is told so; who mixes one output moves that alone."""
    for name, page in on_sizes(browser, viewer, "phone", "desktop"):
        assert not page.js("document.getElementById('rights').hidden")
        page.until("who may do what", "document.getElementById('rights').textContent.includes('look')")
        page.drag([page.middle(slider("deck.fader_db"))], [80])
        page.js(f"document.querySelector('{slider('deck.fader_db')}').focus()")
        page.press("PageDown")
        assert value(page, "deck.fader_db") == 0
        open_controls = page.js(
            """[...document.querySelectorAll("main button:not(:disabled), main input:not(:disabled), main select:not(:disabled)")]
            .filter((control) => control.dataset.path).map((control) => control.dataset.path)"""
        )
        assert open_controls == [], open_controls
        # What the page does not offer, the rig refuses.
        refusal = page.js(
            """new Promise((done) => { const socket = new WebSocket(`ws://${location.host}/control`);
            socket.onmessage = ({ data }) => done(JSON.parse(data).error?.code);
            socket.onopen = () => socket.send(JSON.stringify(
              { jsonrpc: "2.0", id: 1, method: "tree.set", params: { path: "deck.fader_db", value: -20 } })); })"""
        )
        assert refusal == 4, refusal
        expect("deck.fader_db 0.0")
        picture(page, f"{name}-viewer")
    for name, page in on_sizes(browser, mixer, "phone"):
        page.js(f"document.querySelector('{slider('deck.sends.wall.level_db')}').focus()")
        page.press("PageDown")
        expect("deck.sends.wall.level_db -3.0")
        page.press("0")
        expect("deck.sends.wall.level_db 0.0")
        assert page.js("document.querySelector('[data-path=\"deck.mute\"]').disabled")
        picture(page, f"{name}-mixer")
        wrong = page.js(
            """import("/rights.js").then(({ Rights, isSendTo }) => {
              const names = ["zone", "zone1", "zone10", "zone1-2", "zone_1", "1", "10", "phones", "phones2", "2phones", "sends", "mute"];
              const found = [];
              for (const own of names) {
                const rights = new Rights(`mixer:${own}`);
                for (const other of names) {
                  for (const send of [other, `${other}:2`, `${other}:10`]) if (isSendTo(own, send) !== (own === other)) found.push([own, send]);
                  if (rights.may({ sharedWith: ["staff", `mixer:${other}`] }) !== (own === other)) found.push([own, other]);
                }
                if (rights.may({}) || rights.may(undefined)) found.push([own, "an operator's value"]);
                for (const send of [`${own}:`, `${own}:x`, `${own}:2:3`, `:${own}`]) if (isSendTo(own, send)) found.push([own, send]);
              }
              const staff = new Rights("staff");
              if (!staff.may({ sharedWith: ["staff"] }) || staff.may({ sharedWith: ["mixer:staff"] })) found.push("staff");
              return found; })"""
        )
        assert wrong == [], f"neighbours by name: {wrong}"


def shut(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A page whose device is shut out says so, and how to come in again, and tries no more."""
    for name, page in on_sizes(browser, viewer, "phone"):
        page.js("globalThis.tries = 0; globalThis.WebSocket = class extends WebSocket { constructor(url) { super(url); tries += 1; } }; 0")
        expect("revoke viewer")
        shown = "document.getElementById('away')"
        page.until("that it was shut out", f"{shown}.checkVisibility() && {shown}.textContent.includes('This device was shut out')")
        assert "tarmac web pair" in page.js(f"{shown}.textContent")
        picture(page, f"{name}-shut-out")
        # Longer than the first wait of a page whose rig is gone.
        tries = page.js("new Promise((done) => { dispatchEvent(new Event('online')); setTimeout(() => done(tries), 1500); })")
        assert tries == 0, f"it tries again: {tries}"
        page.open(page.js("location.href"))
        page.until("how to pair it", "document.body?.textContent.includes('This device is not paired')")
        # A browser itself complains of the refusal.
        page.errors = [error for error in page.errors if "401" not in error]


def access(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """Every control has a name, every text stands out, keys reach everything in the order of sight."""
    for url, *sizes in ((operator, "phone", "desktop"), (viewer, "phone")):
        for name, page in on_sizes(browser, url, *sizes, is_calm=True):
            if url == operator:
                for deck, side in (("tune", "A"), ("radio", "B")):
                    expect(f"set {deck}.crossfader {side}")
                show(page, "decks")
                page.until("the decks", "document.querySelectorAll('.deck').length === 2")
                accessibility.check(page, f"{name} decks")
                for deck in ("tune", "radio"):
                    expect(f"set {deck}.crossfader thru")
            for view in ("mixer", "players", "flow", "rig", "log"):
                page.js(f"location.hash = '{view}'")
                page.until(view, f"!document.getElementById('{view}').hidden")
                accessibility.check(page, f"{name} {view}")
            page.js("location.hash = 'mixer'")
            page.js("document.querySelector('[data-strip=deck] button.name').click()")
            page.until("the panel", "document.querySelectorAll('#panel .widget').length > 3")
            accessibility.check(page, f"{name} panel")
            page.press("Escape")
            page.until("the focus to come back", "document.activeElement.matches('[data-strip=deck] button.name')")
            ready(page, url)
            accessibility.check_focus_order(page, name)


CHAPTERS = {
    chapter.__name__: chapter
    for chapter in (
        loads, touches, keys, arranges, talks, crosses, fades, guards, ducks, sends, records, rolls, plays, plays_decks, plugs, reloads, sounds, rights, shut, access, breaks, falls_silent, closes,
    )
}

if __name__ == "__main__":
    chapters, *urls = sys.argv[1:]
    with_browser = Browser()
    try:
        for chapter in chapters.split(","):
            print(f"CHAPTER {chapter}", flush=True)
            start = time.monotonic()
            CHAPTERS[chapter](with_browser, *urls)
            print(f"FIGURE {time.monotonic() - start:.1f} s", flush=True)
    finally:
        with_browser.close()
    print("DONE", flush=True)
