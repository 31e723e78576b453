// SPDX-License-Identifier: Apache-2.0
// Keeps the page, so that it opens and says that the rig is not reachable when it is not.

const kept = "tarmac-page";
const parts = [
  "/", "/page.css", "/mixer.css", "/views.css", "/phone.css", "/decks.css", "/icon.svg", "/manifest.webmanifest", "/arrangement.js",
  "/artwork.js", "/button.js", "/crate.js", "/crossfader.js", "/deck.js", "/decks-link.js", "/decks.js", "/desk.js", "/dom.js", "/fade.js", "/fader.js", "/feed.js", "/flow.js", "/guard.js", "/hand.js", "/headline.js", "/hold.js",
  "/knob.js", "/law.js", "/lazy.js", "/log.js", "/main.js", "/meter-worker.js", "/meter.js", "/mixer.js", "/notices.js", "/pads.js", "/panel.js", "/phase.js",
  "/players.js", "/preset.js", "/queue.js", "/recordings.js", "/rig.js", "/rights.js", "/routes.js", "/rpc.js", "/seek.js", "/slider.js", "/state.js",
  "/strip-keys.js", "/strip.js", "/talk.js", "/tap.js", "/thumb.js", "/track.js", "/transport.js", "/tree.js", "/waveform.js", "/widget.js",
];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(parts)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/// The rig first, whose page may be newer; what is kept when there is none.
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !parts.includes(pathname)) return;
  event.respondWith(fresh(event.request, pathname));
});

async function fresh(request, pathname) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(kept)).put(pathname, answer.clone());
    return answer;
  } catch (error) {
    const answer = await caches.match(pathname);
    if (answer) return answer;
    throw error;
  }
}
