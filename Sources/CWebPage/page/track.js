// SPDX-License-Identifier: Apache-2.0
// The track of a player: its picture, its names, and what keeps it from being heard; and the button that plays it.

import { Artwork } from "./artwork.js";
import { toggleButton } from "./button.js";
import { element, write } from "./dom.js";
import { trackName } from "./queue.js";
import { isLetThrough, stateOf, watchState } from "./state.js";

/// The head of the card of a player, and its play button with `options` of its own.
export function trackHead(desk, session, source, signal, options) {
  const path = `${session}.sources.${source}`;
  const name = desk.playerName(session, source);
  const file = element("span", { className: "file" });
  const silence = element("span", { className: "file failed", role: "status" });
  const artwork = new Artwork(desk, session, source, signal);
  function showTrack() {
    const told = desk.status?.sessions.find((known) => known.name === session)?.sources
      .find((known) => known.name === source);
    const mix = [told?.bpm && `${Math.round(told.bpm * 10) / 10} BPM`, told?.key].filter(Boolean).join(" · ");
    const track = [trackName(told ?? {}), mix].filter(Boolean).join(" · ");
    write(file, told?.failure ?? (told?.state === "empty" ? "No track is loaded." : track));
    file.classList.toggle("failed", told?.failure !== undefined);
  }
  desk.addEventListener("status", showTrack, { signal });
  showTrack();
  const play = toggleButton(desk, `${path}.playing`, { text: "Play", label: `${name} play`, className: "talk", signal, ...options });
  markSilence(desk, session, play, silence, signal);
  const head = element("div", { className: "head" }, artwork.element, element("div", {}, element("h3", { text: name }), file, silence));
  artwork.watch(head);
  return { head, play };
}

/// The button of a player that plays and is not heard is not lit; beside it the reason is shown.
function markSilence(desk, session, play, place, signal) {
  const { tree } = desk;
  let state = null;
  function show() {
    if (!state) return;
    const isMuted = tree.value(`${session}.mute`) === true;
    const reason = isLetThrough(state) ? (isMuted ? "muted" : "") : `${stateOf(state)[0]}. ${state.why}`;
    play.classList.toggle("unheard", reason !== "");
    write(place, play.getAttribute("aria-pressed") === "true" ? reason : "");
  }
  watchState(desk, session, signal, (now) => {
    state = now;
    show();
  });
  tree.watch(`${session}.mute`, signal, show);
  tree.watch(play.dataset.path, signal, show);
}
