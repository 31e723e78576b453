# SPDX-License-Identifier: Apache-2.0
"""Opens the page of a rig's web mixer in a headless Chromium and says what it costs, as one line of JSON.

    page.py LINK STRIPS SECONDS BROWSER_FOLDER

LINK lets this device in and leads to the page, which has STRIPS strips. It prints `measuring` once all of them live, and
then takes SECONDS. The browser draws without a graphics card, as it does everywhere the same; what its process for that
does is told beside the page's own.
"""
import json
import sys
import time

LINK, STRIPS, SECONDS, BROWSER = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
sys.path.insert(0, BROWSER)
from browser import Browser  # noqa: E402

LOADED = """(() => {
  const files = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return { bytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0), paint_ms: paint.startTime };
})()"""


def cpu_seconds(browser):
    """What the processes of the browser have taken, by their kind."""
    taken = {}
    for process in browser.send("SystemInfo.getProcessInfo")["processInfo"]:
        taken[process["type"]] = taken.get(process["type"], 0) + process["cpuTime"]
    return taken


def main():
    browser = Browser()
    try:
        # A page that nobody listens to: what the browser tells its tools is work of its own.
        page = browser.page(1920, 1080, touch=False, is_watched=False)
        page.open(LINK)
        page.until("the strips", f"document.querySelectorAll('[data-strip]').length === {STRIPS}")
        page.until("the rig", "document.getElementById('link').classList.contains('connected')")
        found = page.js(LOADED)
        # What comes once, such as code that is made faster as it runs, is over by then.
        time.sleep(5)
        print("measuring", flush=True)
        before, start = cpu_seconds(browser), time.monotonic()
        time.sleep(SECONDS)
        after, elapsed = cpu_seconds(browser), time.monotonic() - start
        found |= {f"{kind}_ms": (after[kind] - before.get(kind, 0)) * 1000 / elapsed for kind in after}
        print(json.dumps(found), flush=True)
    finally:
        browser.close()


main()
