// SPDX-License-Identifier: Apache-2.0
// Draws the meters: peak and peak hold of each channel, on a thread of its own, as often as the rig tells them.

import { meterFloor, meterPosition, meterTop } from "./law.js";
import { Connection } from "./rpc.js";

const rate = 30;
/// What counts as clipped, in dB.
const full = -0.05;
const holdTime = 1500;
/// How fast a held peak falls afterwards, in dB a second.
const holdFall = 20;
/// How high a lamp is, in px; a row of the canvas is a lamp.
const lamp = 3;
const zones = [[meterFloor, -18, "#2fae62"], [-18, -6, "#c9b52c"], [-6, 0, "#e0662f"], [0, meterTop, "#ff4435"]];

const connection = new Connection(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/control`);
let context;
let rows = 0;
/// What the rig has told last, by path: it tells again only what changes.
const levels = new Map();
let channels = new Map();
const clipped = new Set();
let isSeen = false;
let last = 0;
let timer = 0;

onmessage = ({ data }) => {
  if (data.drawing) context = data.drawing.getContext("2d");
  if (data.meters) lay(data);
  if (data.forgotten) clipped.delete(data.forgotten);
  if (data.isSeen !== undefined && data.isSeen !== isSeen) {
    isSeen = data.isSeen;
    if (isSeen) connection.tryNow();
    subscribe();
  }
};

connection.addEventListener("open", subscribe);
connection.addEventListener("lost", silence);
connection.addEventListener("event", ({ detail: { event } }) => {
  for (const { path, value } of event.update.values) levels.set(path, value ?? -Infinity);
  draw();
});
connection.open();

function subscribe() {
  if (!connection.isOpen) return;
  const asked = isSeen
    ? connection.request("tree.subscribe", { patterns: ["*.meters.*.peak_db"], rate_hz: rate })
    : connection.request("tree.unsubscribe");
  asked.catch(() => {});
}

/// Takes where each meter is; what stays keeps its peaks.
function lay({ meters, width, height }) {
  rows = Math.max(Math.round(height / lamp), 1);
  Object.assign(context.canvas, { width: Math.max(width, 1), height: rows });
  const before = channels;
  channels = new Map();
  for (const { name, paths, x, width: breadth } of meters) {
    const each = Math.max(Math.floor((breadth - paths.length + 1) / paths.length), 1);
    paths.forEach((path, place) => {
      const { held = -Infinity, since = 0 } = before.get(path) ?? {};
      channels.set(path, { name, held, since, x: x + place * (each + 1), width: each, lit: 0, mark: 0 });
    });
  }
  draw();
}

/// Lets all meters fall: nobody says any more how loud it is.
function silence() {
  levels.clear();
  draw();
}

const rowOf = (level) => Math.round(meterPosition(level) * rows);

/// Draws what has changed, and again by itself while a held peak falls and the rig has nothing to tell.
function draw() {
  clearTimeout(timer);
  const now = performance.now();
  const fall = (holdFall * (now - last)) / 1000;
  last = now;
  let isMoving = false;
  for (const [path, channel] of channels) {
    const level = levels.get(path) ?? -Infinity;
    if (level >= channel.held) [channel.held, channel.since] = [level, now];
    else if (now - channel.since > holdTime) channel.held = Math.max(level, channel.held - fall);
    if (level >= full && !clipped.has(channel.name)) {
      clipped.add(channel.name);
      postMessage({ clipped: channel.name });
    }
    isMoving ||= channel.held > meterFloor && channel.held > level;
    show(channel, rowOf(level), rowOf(channel.held));
  }
  if (isMoving) timer = setTimeout(draw, 2000 / rate);
}

/// Draws the rows alone that are other than before.
function show(channel, lit, mark) {
  if (channel.lit === lit && channel.mark === mark) return;
  const { x, width } = channel;
  const dark = (from, to) => to > from && context.clearRect(x, rows - to, width, to - from);
  if (channel.mark > channel.lit) dark(channel.mark - 1, channel.mark);
  dark(lit, channel.lit);
  for (const [from, to, colour] of zones) {
    const [low, high] = [Math.max(rowOf(from), channel.lit, 0), Math.min(rowOf(to), lit)];
    // The row of a mark that stood on what is lit is lit anew.
    const start = Math.max(rowOf(from), Math.min(low, channel.mark - 1));
    if (high <= start) continue;
    context.fillStyle = colour;
    context.fillRect(x, rows - high, width, high - start);
  }
  if (mark > 1) {
    context.fillStyle = mark > rowOf(0) ? "#ff5a4d" : "#e8eaed";
    context.fillRect(x, rows - mark, width, 1);
  }
  [channel.lit, channel.mark] = [lit, mark];
}
