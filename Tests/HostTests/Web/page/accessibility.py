# SPDX-License-Identifier: Apache-2.0
"""What people need who see little, hear the page read to them, or have no mouse."""

from __future__ import annotations

from browser import Page

# Roles that do something, and so must have a name.
CONTROLS = {"button", "slider", "link", "textbox", "combobox", "checkbox", "switch", "option", "dialog", "region", "image", "img"}

CONTRAST = """(() => {
  const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const colour = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const box = element.getBoundingClientRect();
    if (!node.textContent.trim() || box.width === 0 || !element.checkVisibility({ checkVisibilityCSS: true })) continue;
    const style = getComputedStyle(element);
    let back = [14, 17, 19];
    for (let holder = element; holder; holder = holder.parentElement) {
      const paint = holder.tagName === "g" ? getComputedStyle(holder.querySelector("rect") ?? holder).fill : getComputedStyle(holder).backgroundColor;
      const known = colour(paint);
      if (paint.startsWith("rgb") && (known[3] ?? 1) > 0.99) { back = known; break; }
    }
    const front = colour(element instanceof SVGElement ? style.fill : style.color);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${element.className} "${node.textContent.trim()}" ${front} on ${back}`);
  }
  return found;
})()"""

SLIDERS = """[...document.querySelectorAll("[role=slider]")].filter((face) => {
  const [low, now, high] = ["min", "now", "max"].map((part) => parseFloat(face.getAttribute(`aria-value${part}`)));
  const isReached = face.tabIndex === 0 || face.closest("[data-strip]")?.querySelectorAll("[tabindex='0']").length === 1;
  return !(low <= now && now <= high) || !face.getAttribute("aria-valuetext") || !isReached })
  .map((face) => face.dataset.path)"""

DOUBLES = """(() => { const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index) })()"""


def check(page: Page, where: str) -> None:
    """Names, values, contrast and ids of what is shown."""
    tree = page.send("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        f"{node['role']['value']} {node.get('backendDOMNodeId')}"
        for node in tree
        if not node.get("ignored") and node["role"]["value"] in CONTROLS and not node.get("name", {}).get("value", "").strip()
    ]
    assert nameless == [], f"{where}: without a name: {nameless}"
    for what, expression in (("values of sliders", SLIDERS), ("contrast", CONTRAST), ("ids that are there twice", DOUBLES)):
        found = page.js(expression)
        assert found == [], f"{where}: {what}: {found}"


def check_focus_order(page: Page, where: str) -> None:
    """Tab goes from strip to strip, the arrows to every control of one, each seen to have the focus, in the order of sight."""
    page.js("document.activeElement?.blur(); window.before = document.activeElement")
    reached: list[str] = []
    describe = """(() => { const now = document.activeElement; if (now === document.body) return null;
      const style = getComputedStyle(now);
      return { strip: now.closest("[data-strip]")?.dataset.strip ?? "", name: now.getAttribute("aria-label") ?? now.textContent,
        seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 } })()"""
    count = page.js(
        """[...document.querySelectorAll("a, button, input, select, [tabindex='0']")]
        .filter((each) => each.checkVisibility({ checkVisibilityCSS: true }) && !each.disabled && each.tabIndex === 0).length"""
    )
    stops = page.js("[...document.querySelectorAll('[data-strip]')].map((strip) => strip.querySelectorAll('[tabindex=\"0\"]').length)")
    assert set(stops) == {1}, f"{where}: stops of each strip: {stops}"
    strips: list[str] = []
    for _ in range(count + 5):
        page.press("Tab")
        # The browser moves the focus only once the page has let the key pass.
        page.until("the focus to move", "window.before !== document.activeElement && ((window.before = document.activeElement), true)")
        now = page.js(describe)
        if now is None:
            break
        if now["name"] in reached[:1] and len(reached) > 2:
            break
        assert now["seen"], f"{where}: the focus on '{now['name']}' can't be seen"
        reached.append(now["name"])
        if now["strip"] and (not strips or strips[-1] != now["strip"]):
            strips.append(now["strip"])
    assert len(reached) >= count - 1, f"{where}: Tab reaches {len(reached)} of {count} controls: {reached}"
    shown = page.js("[...document.querySelectorAll('[data-strip]')].map(({ dataset }) => dataset.strip)")
    assert strips == [name for name in shown if name in strips], f"{where}: the order of the focus is {strips}"
    check_arrows(page, where, shown[0])


def check_arrows(page: Page, where: str, strip: str) -> None:
    """The arrows reach all that a strip has, and no more."""
    inside = f"[data-strip='{strip}']"
    controls = page.js(
        f"""(window.controls = [...document.querySelectorAll("{inside} button:not(.none), {inside} [role=slider]")]
        .filter((each) => !each.disabled && each.checkVisibility())).length"""
    )
    page.js("controls[0].focus()")
    for place in range(controls):
        assert page.js("controls.indexOf(document.activeElement)") == place, f"{where}: the arrows do not reach control {place} of {strip}"
        page.press("ArrowRight")
    assert page.js("controls.indexOf(document.activeElement)") == controls - 1, f"{where}: the arrows lead out of {strip}"
