# SPDX-License-Identifier: Apache-2.0
"""Drives a headless Chromium over its DevTools protocol: pages, fingers, keys, pictures, figures."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

from websockets.sync.client import connect

# A loaded machine fails nobody: how long something may take that has to come.
PATIENCE = float(os.environ.get("TARMAC_PATIENCE", "60"))

KEY_CODES = {
    "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "PageUp": 33, "PageDown": 34, "Home": 36, "End": 35,
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "0": 48, "m": 77, "a": 65, "p": 80, ",": 188, "?": 191,
}


def until(what: str, condition: Callable[[], Any]) -> Any:
    """Waits until something holds, and returns it."""
    end = time.monotonic() + PATIENCE
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"never came: {what}")
        time.sleep(0.02)


class Browser:
    """A Chromium with a profile of its own."""

    def __init__(self) -> None:
        self.profile = tempfile.mkdtemp(prefix="tarmac-browser-")
        program = shutil.which("chromium") or "/usr/bin/chromium"
        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
                "--remote-debugging-port=0", f"--user-data-dir={self.profile}", "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port_file = Path(self.profile, "DevToolsActivePort")
        port, path = until("the browser's port", lambda: self._port(port_file))
        self.socket = connect(f"ws://127.0.0.1:{port}{path}", max_size=None, compression=None, ping_interval=None)
        self.number = 0
        self.pages: dict[str, Page] = {}

    def _port(self, file: Path) -> list[str] | None:
        if self.process.poll() is not None:
            raise AssertionError("Chromium has ended at its start")
        lines = file.read_text().split() if file.exists() else []
        return lines if len(lines) == 2 else None

    def send(self, method: str, params: dict[str, Any] | None = None, session: str | None = None) -> Any:
        """What a command answers."""
        self.number += 1
        number = self.number
        message: dict[str, Any] = {"id": number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            page = self.pages.get(answer.get("sessionId", ""))
            if page:
                page.hear(answer["method"], answer["params"])

    def page(self, width: int, height: int, *, touch: bool, fresh: bool = False, is_watched: bool = True) -> Page:
        """A page of a size; a fresh one has no cookies of the others, and of one that is not watched nothing is heard unasked."""
        context = self.send("Target.createBrowserContext")["browserContextId"] if fresh else None
        target = {"url": "about:blank", **({"browserContextId": context} if context else {})}
        target_id = self.send("Target.createTarget", target)["targetId"]
        session = self.send("Target.attachToTarget", {"targetId": target_id, "flatten": True})["sessionId"]
        page = Page(self, session, target_id)
        self.pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network", "Performance", "Accessibility") if is_watched else ():
            page.send(f"{domain}.enable")
        page.resize(width, height, touch=touch)
        return page

    def close(self) -> None:
        try:
            self.send("Browser.close")
            self.socket.close()
        finally:
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """A page: what is on it, and what hands do to it."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self.browser, self.session, self.target = browser, session, target
        self.errors: list[str] = []
        self.bytes = 0
        self.requests: list[str] = []

    def send(self, method: str, **params: Any) -> Any:
        return self.browser.send(method, params, self.session)

    def close(self) -> None:
        self.browser.send("Target.closeTarget", {"targetId": self.target})

    def hear(self, method: str, params: dict[str, Any]) -> None:
        """Takes what the browser tells unasked."""
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(str([argument.get("value") for argument in params["args"]]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            entry = params["entry"]
            self.errors.append(f"{entry['text']} {entry.get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Network.loadingFinished":
            self.bytes += int(params["encodedDataLength"])

    def resize(self, width: int, height: int, *, touch: bool) -> None:
        self.width, self.height = width, height
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch
        )
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5 if touch else 1)

    def calm(self) -> None:
        """Asks for no motion, as people can whom it makes ill; colours are what they will be at once."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])

    def open(self, url: str) -> None:
        self.send("Page.navigate", url=url)

    def js(self, expression: str) -> Any:
        """The value of an expression on the page; a promise is waited for."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, what: str, expression: str) -> Any:
        try:
            return until(what, lambda: self.js(expression))
        except AssertionError as failure:
            seen = self.js("document.body.innerText")
            raise AssertionError(f"{failure}; the console says {self.errors}, the page {seen!r}") from None

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element, once it has been scrolled to where it can be seen."""
        place = self.until(
            selector,
            f"""(() => {{ const found = document.querySelector({json.dumps(selector)}); if (!found) return null;
                found.scrollIntoView({{ block: "nearest", inline: "center", behavior: "instant" }});
                const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }})()""",
        )
        return place[0], place[1]

    # Hands

    def touch(self, kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=fingers, **({"timestamp": at} if at else {}))

    def drag(self, starts: list[tuple[float, float]], way: list[float], steps: int = 8) -> None:
        """Several fingers at once, each up or down by its own way."""
        self.touch("touchStart", *starts)
        for step in range(1, steps + 1):
            self.touch("touchMove", *[(x, y + dy * step / steps) for (x, y), dy in zip(starts, way)])
        self.touch("touchEnd")

    def tap(self, selector: str) -> None:
        place = self.middle(selector)
        self.touch("touchStart", place)
        self.touch("touchEnd")

    def click(self, selector: str) -> None:
        x, y = self.middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str, *, shift: bool = False) -> None:
        for kind in ("keyDown", "keyUp"):
            self.key(kind, key, shift=shift)

    def key(self, kind: str, key: str, *, shift: bool = False, at: float | None = None) -> None:
        known = {"key": key, "code": key, "windowsVirtualKeyCode": KEY_CODES[key], "modifiers": 8 if shift else 0}
        if key == "Enter":
            known["text"] = "\r"
        self.send("Input.dispatchKeyEvent", type=kind, **known, **({"timestamp": at} if at else {}))

    # What is seen

    def picture(self, file: Path) -> None:
        """A picture of the page as it is."""
        file.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def metrics(self) -> dict[str, float]:
        return {metric["name"]: metric["value"] for metric in self.send("Performance.getMetrics")["metrics"]}
