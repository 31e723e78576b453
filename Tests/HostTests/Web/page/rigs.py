# SPDX-License-Identifier: Apache-2.0
"""Chapters about the rig as a whole: recordings, transport, players, plugins, the preset, system sounds."""

from __future__ import annotations

import time

from browser import Browser, Page
from hands import fill, pressed
from stage import expect, on_sizes, picture, slider, value


def show(page: Page, view: str) -> None:
    page.js(f"location.hash = '{view}'")
    page.until(view, f"!document.getElementById('{view}').hidden")


def records(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A recording starts and stops, and its file has what was heard."""
    for name, page in on_sizes(browser, operator, "desktop"):
        show(page, "rig")
        fill(page, "File of wall", "take.wav")
        page.click("[aria-label='Record wall']")
        page.until("how long it is", "/^Stop 0:0\\d\\.[1-9]/.test(document.querySelector('[aria-label=\"Record wall\"]').textContent)")
        expect("wall.recording true")
        page.until("the red light", "document.getElementById('taking').textContent === 'wall'")
        picture(page, f"{name}-rig")
        page.click("[aria-label='Record wall']")
        page.until("the end", "document.querySelector('[aria-label=\"Record wall\"]').textContent === 'Record'")
        expect("take take.wav")
        page.until("the light to go out", "!document.getElementById('taking').checkVisibility()")
        name_of_next = page.js("document.querySelector('[aria-label=\"File of wall\"]').value")
        assert name_of_next.startswith("wall_"), name_of_next


def rolls(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """The transport goes where it is sent, and rolls."""
    for name, page in on_sizes(browser, operator, "phone"):
        show(page, "rig")
        place = "[data-path=\"rig.transport.position_seconds\"]"
        page.until("where it is", f"document.querySelector('{place}').value === '0'")
        fill(page, "rig transport position in s", "12.5")
        expect("rig.transport.position_seconds 12.5")
        page.tap('[data-path="rig.transport.rolling"]')
        expect("rig.transport.rolling true")
        page.until("the transport to move", f"Number(document.querySelector('{place}').value) > 12.6")
        page.tap('[data-path="rig.transport.rolling"]')
        expect("rig.transport.rolling false")


def plays(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A player plays from where its seek bar is put, by finger and by key, and goes to its cue point."""
    for name, page in on_sizes(browser, operator, "phone"):
        show(page, "players")
        path = page.js("document.querySelector('.player [type=range]').dataset.path").rsplit(".", 1)[0]
        seek = f'[data-path="{path}.position_seconds"]'
        length = float(page.js(f"document.querySelector('{seek}').max"))
        page.until("its length", "document.querySelector('.time.left').textContent === '−0:30.0'")
        left, right = page.js(f"(({{ left, right }}) => [left, right])(document.querySelector('{seek}').getBoundingClientRect())")
        _, y = page.middle(seek)
        start, end = left + 8, right - 8
        # It rests before it leaves: what is thrown swallows the next tap.
        now = time.time()
        for step, kind in enumerate(["touchStart", *["touchMove"] * 4]):
            page.touch(kind, (start + (end - start) * min(step, 2) / 4, y), at=now + step / 4)
        page.touch("touchEnd", at=now + 1.5)
        page.until("the place", f"Math.abs(document.querySelector('{seek}').value - {length / 2}) < 1")
        page.tap(f'#players [data-path="{path}.playing"]')
        page.until("it to play", pressed(f"{path}.playing", True))
        expect(f"plays {length / 2 - 1} {length}")
        # What plays and is not heard is not lit.
        lights = f"!document.querySelector('#players [data-path=\"{path}.playing\"]').matches('.unheard')"
        page.until("its light", lights)
        expect("set tune.mute true")
        page.until("no light", f"!({lights}) && document.querySelector('.player').textContent.includes('muted')")
        expect("set tune.mute false")
        page.until("its light", lights)
        page.tap(f'#players [data-path="{path}.set_cue"]')
        picture(page, f"{name}-player")
        page.js(f"document.querySelector('{seek}').focus()")
        page.press("Home")
        page.press("PageUp")
        expect(f"plays {length / 10 - 0.2} {length / 2 - 1}")
        page.tap(f'#players [data-path="{path}.cue"]')
        page.until("the cue point", f"document.querySelector('{seek}').value > {length / 2 - 1}")
        page.until("it to wait", pressed(f"{path}.playing", False))
        expect("hears 0")
        expect("set tune.active false")
        # A list says what comes next, and goes there and back.
        radio = path.replace("tune", "radio")
        card = "document.querySelector('.player[aria-label^=\"radio\"]').textContent"
        bar = f"document.querySelector('[data-path=\"{radio}.position_seconds\"]')"
        page.until("the next track", f"{card}.includes('Next: gong.wav')")
        page.tap(f'#players [data-path="{radio}.next"]')
        page.until("the track", f"{card}.includes('gong.wav') && {card}.includes('Next: tune.wav') && {bar}.max == 20")
        # Its waveform is as high as it is loud, and is lit up to where it is.
        canvas = f"{bar}.closest('.player').querySelector('canvas')"
        page.until("the waveform", f"!{canvas}.hidden")
        page.js(
            f"""globalThis.column = (place) => {{ const canvas = {canvas}, {{ width, height }} = canvas;
            const copy = Object.assign(document.createElement("canvas"), {{ width, height }});
            const context = copy.getContext("2d", {{ willReadFrequently: true }});
            context.drawImage(canvas, 0, 0);
            const {{ data }} = context.getImageData(width * place | 0, 0, 1, height);
            return Array.from({{ length: height }}, (_, y) => String(data.slice(4 * y, 4 * y + 4))) }}"""
        )
        tall = page.js("column(0.25).filter((pixel) => !pixel.endsWith(',0')).length / column(0.25).length")
        assert abs(tall - 0.125) < 0.02, tall
        page.js(f"{bar}.value = 10; {bar}.dispatchEvent(new Event('change'))")
        page.until("the played half", "String(column(0.45)) !== String(column(0.55)) && String(column(0.55)) === String(column(0.9))")
        cover = "document.querySelector('.player[aria-label^=\"radio\"] .artwork')"
        page.until("its picture", f"!{cover}.hidden && {cover}.naturalWidth === 96 && document.querySelectorAll('.artwork:not([hidden])').length === 1")
        picture(page, f"{name}-list")
        page.tap(f'#players [data-path="{radio}.previous"]')
        page.until("the one before", f"{card}.includes('Next: gong.wav') && {bar}.max == 30")
        # Also where that was so soon after the seek that no value was told in between.
        page.until("its beginning", f"{bar}.closest('.player').querySelector('.time').textContent === '0:00.0'")
        # It is emptied, and has its track back.
        page.tap(f'#players [data-path="{radio}.eject"]')
        page.until("no track", f"{card}.includes('No track is loaded.') && {canvas}.hidden && {bar}.max == 0")
        picture(page, f"{name}-empty")
        page.tap(f'#players [data-path="{radio}.previous"]')
        page.until("its track again", f"{card}.includes('tune.wav') && {bar}.max == 30")
        queues(page, name)


def queues(page: Page, name: str) -> None:
    """Tracks are found by their words, queued, and put in order by keys and by a finger."""
    card = "document.querySelector('.player[aria-label^=\"radio\"]').textContent"
    queued = "[...document.querySelectorAll('[aria-label=\"radio queue\"] li:not(.later) .file')].map((row) => row.textContent)"

    def until(*files: str) -> None:
        page.until(f"the queue {files}", f"String({queued}) === '{','.join(files)}'")

    grip = "[aria-label='radio queue'] [data-act='move 1']"
    # The track from which somebody went back comes next.
    until("gong.wav")
    page.tap("[aria-label='radio: take gong.wav out of the queue']")
    until()
    fill(page, "radio search in the list", "GONG .wav")
    page.tap("[aria-label='radio: queue gong.wav']")
    until("gong.wav")
    fill(page, "radio search in the list", "tune")
    page.tap("[aria-label='radio: play tune.wav next']")
    until("tune.wav", "gong.wav")
    fill(page, "radio search in the list", "nothing like it")
    page.until("that nothing is found", f"{card}.includes('Nothing in the list')")
    page.middle(grip)
    page.js(f'document.querySelector("{grip}").focus()')
    page.press("ArrowDown")
    until("gong.wav", "tune.wav")
    page.until("its focus", "document.activeElement.dataset.act === 'move 2'")
    page.press("ArrowUp")
    until("tune.wav", "gong.wav")
    picture(page, f"{name}-queue")
    height = page.js(f'document.querySelector("{grip}").closest("li").getBoundingClientRect().height')
    x, y = page.middle(grip)
    # It rests before it leaves, as above.
    now = time.time()
    for step, kind in enumerate(["touchStart", *["touchMove"] * 4]):
        page.touch(kind, (x, y + height * min(step, 2) / 2), at=now + step / 4)
    page.touch("touchEnd", at=now + 1.5)
    until("gong.wav", "tune.wav")
    page.tap("[aria-label='radio: take gong.wav out of the queue']")
    until("tune.wav")
    page.tap("[aria-label='radio: take tune.wav out of the queue']")
    until()


def plugs(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A plugin's knob, switch and choice are heard."""
    for name, page in on_sizes(browser, operator, "desktop"):
        page.click("[data-path='tone.active']")
        sine = 10 ** (-20 / 20) / 2**0.5
        expect(f"hears {sine}")
        page.click("[data-strip=tone] button.name")
        page.until("the panel", f"document.querySelector('{slider('tone.osc.level_dbfs')}') !== null")
        page.until("the level", f"document.querySelector('{slider('tone.osc.level_dbfs')}').getAttribute('aria-valuenow') === '-20'")
        page.js(f"document.querySelector('{slider('tone.osc.level_dbfs')}').focus()")
        for _ in range(2):
            page.press("PageUp")
        level = value(page, "tone.osc.level_dbfs")
        assert level > -20, level
        peak = 10 ** (level / 20)
        expect(f"hears {peak / 2**0.5}")
        page.js(
            """(() => { const choice = document.querySelector('[data-path="tone.osc.signal"]');
            choice.selectedIndex = 1; choice.dispatchEvent(new Event("change")); })()"""
        )
        expect(f"hears {peak}")
        picture(page, f"{name}-plugin")
        page.js("document.querySelector('[data-path=\"tone.osc.play\"]').click()")
        expect("hears 0")
        page.press("Escape")
        page.click("[data-path='tone.active']")
        expect("tone.active false")


def reloads(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A preset with mistakes is refused with each at its line, and a right one runs."""
    for name, page in on_sizes(browser, operator, "phone"):
        show(page, "rig")
        fill(page, "File of the preset", "wrong.yaml")
        page.tap("[aria-label='Reload the preset']")
        page.until("the mistakes", "document.querySelectorAll('.mistakes li').length === 2")
        found = page.js("[...document.querySelectorAll('.mistakes li')].map((line) => [...line.children].map(({ textContent }) => textContent))")
        assert found == [
            ["wrong.yaml, line 7, column 20", "there is no route 'wal': did you mean 'wall'?"],
            ["wrong.yaml, line 8, column 15", "fader_db must be from -90 to 12 or -inf, not 40"],
        ], found
        picture(page, f"{name}-mistakes")
        expect("deck.active true")
        fill(page, "File of the preset", "")
        page.tap("[aria-label='Reload the preset']")
        page.until("the rig to run with it", "document.querySelector('#rig .outcome .good') !== null")
        expect("deck.active true")


def closes(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A preset without a web mixer would shut the page out: that is asked about first."""
    for name, page in on_sizes(browser, operator, "phone"):
        show(page, "rig")
        fill(page, "File of the preset", "closed.yaml")
        page.tap("[aria-label='Reload the preset']")
        page.until("the question", "document.querySelector('#rig .outcome').textContent.includes('shut out')")
        picture(page, f"{name}-closes")
        expect("deck.active true")
        page.tap("[aria-label='Reload the preset anyway']")
        page.until("the loss", "document.body.classList.contains('away')")
        page.errors = [error for error in page.errors if "/control" not in error and "ERR_CONNECTION" not in error]


def sounds(browser: Browser, operator: str, viewer: str, mixer: str) -> None:
    """A system sound is heard when its button is pressed."""
    for name, page in on_sizes(browser, operator, "phone"):
        show(page, "rig")
        page.tap('[data-path="rig.sounds.gong"]')
        expect("hears 0.25")
