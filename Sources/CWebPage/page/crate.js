// SPDX-License-Identifier: Apache-2.0
// The crate of a deck: tracks of the library, found by words, tempo and key, and loaded into a deck that waits.

import { element } from "./dom.js";
import { trackName } from "./queue.js";

/// How long typing rests before the library is searched, in ms.
const pause = 250;
/// How many tracks are shown.
const most = 12;

const tempo = /^(\d{2,3}(?:\.\d+)?)(?:-(\d{2,3}(?:\.\d+)?))?$/;
const key = /^(?:\d{1,2}[ABdm]|[A-G][b#]?m)$/i;

/// What is asked for by a text such as `house 120-126 8A`: a tempo is within one, keys are those of Mixed in Key and their like.
function wanted(text) {
  const request = {};
  const words = [];
  for (const part of text.split(" ").filter(Boolean)) {
    const [, low, high] = part.match(tempo) ?? [];
    if (low) [request.bpm_from, request.bpm_to] = high ? [Number(low), Number(high)] : [Number(low) - 1, Number(low) + 1];
    else if (key.test(part)) request.key = part;
    else words.push(part);
  }
  if (words.length) request.words = words.join(" ");
  return request;
}

/// The crate of the player at `path`; devices that may not load get none.
export function crate(desk, path, name, signal) {
  if (!desk.rights.isOperator) return null;
  const found = element("ul", { className: "queue", "aria-live": "polite" });
  let typed = 0;
  /// How often was searched: an answer to an earlier search is not shown.
  let turn = 0;
  async function search() {
    turn += 1;
    const asked = turn;
    if (!field.value.trim()) return found.replaceChildren();
    const answer = await desk.hand.ask("library.search", wanted(field.value));
    if (!answer || asked !== turn || signal.aborted) return;
    const rows = answer.tracks.slice(0, most).map(row);
    const rest = answer.count - rows.length;
    if (rest > 0 || !rows.length) rows.push(element("li", { className: "later", text: rest ? `${rest} more` : "Nothing was found in the library." }));
    found.replaceChildren(...rows);
    showPlaying();
  }
  function row(track) {
    const called = [trackName(track), track.bpm && `${track.bpm.toFixed(1)} BPM`, track.key].filter(Boolean).join(" · ");
    const load = element("button", {
      className: "button",
      type: "button",
      text: "Load",
      "aria-label": `${name}: load ${called}`,
      on: {
        async click() {
          if (!(await desk.hand.trigger(`${path}.load`, { file: track.file }))) return;
          field.value = "";
          search();
        },
      },
    });
    return element("li", {}, element("span", { className: "file", text: called }), load);
  }
  /// What plays is not taken off the deck by a slip.
  function showPlaying() {
    const isPlaying = desk.tree.value(`${path}.playing`) === true;
    for (const load of found.querySelectorAll("button")) load.disabled = isPlaying || !desk.may(`${path}.load`);
  }
  const field = element("input", {
    type: "text",
    role: "searchbox",
    placeholder: "Load a track: words, 120-126, 8A",
    "aria-label": `${name} search in the library`,
    autocomplete: "off",
    on: {
      input() {
        clearTimeout(typed);
        typed = setTimeout(search, pause);
      },
    },
  });
  desk.tree.watch(`${path}.playing`, signal, showPlaying);
  return element("div", { className: "queues" }, field, found);
}
