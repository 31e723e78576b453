// SPDX-License-Identifier: Apache-2.0
// How far along its way a value stands, how it is stepped, and how it reads.

/// The marks beside a fader.
export const faderMarks = [12, 6, 0, -5, -10, -20, -30, -40, -60];

/// The marks beside a meter, from full scale down.
export const meterMarks = [0, -6, -18, -40];

/// The way of a meter: that of the faders, so that its 0 dB stands beside theirs.
const wayOfMeter = [[0, -90], [0.0625, -60], [0.25, -30], [0.5, -10], [0.75, 0], [1, 12]];

/// The lowest level that a meter shows, and the highest.
export const [meterFloor, meterTop] = [wayOfMeter[0][1], wayOfMeter.at(-1)[1]];

/// Where on a meter a level is: 0 at its lower end.
export const meterPosition = (level) => along(wayOfMeter, level, 1, 0);

function along(points, x, from, to) {
  const next = points.findIndex((point) => point[from] >= x);
  if (next < 0) return points.at(-1)[to];
  if (next === 0) return points[0][to];
  const [low, high] = [points[next - 1], points[next]];
  return low[to] + ((x - low[from]) / (high[from] - low[from])) * (high[to] - low[to]);
}

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/// dB as people read them, always as wide.
export function decibels(value) {
  if (value === undefined) return "";
  if (value === -Infinity) return "−∞";
  const rounded = Math.abs(value) < 0.05 ? 0 : value;
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${Math.abs(rounded).toFixed(1)}`;
}

/// The law of a level in dB; its way is the one that the rig tells, the same by OSC and MIDI.
export function levelLaw(node) {
  const isSilencable = node.allowed.includes("-inf");
  const { maximum, law: points } = node;
  const low = isSilencable ? -Infinity : node.minimum;
  return {
    minimum: node.minimum,
    maximum,
    lowest: low,
    home: 0,
    toPosition: (value) => along(points, value, 1, 0),
    toValue(position) {
      if (isSilencable && position <= 0) return -Infinity;
      return clamp(Math.round(along(points, position, 0, 1) * 10) / 10, node.minimum, maximum);
    },
    step(value, steps, isFine) {
      if (value === -Infinity) return steps > 0 ? node.minimum + (steps > 1 ? 10 : 0) : value;
      const stepped = Math.round((value + steps * (isFine ? 0.1 : 0.5)) * 10) / 10;
      return stepped < node.minimum ? low : Math.min(stepped, maximum);
    },
    text: (value) => `${decibels(value)} dB`,
    spoken: (value) => (value === -Infinity ? "silent" : `${value.toFixed(1)} dB`),
  };
}

/// The law of a number of a plugin, a balance, a tempo.
export function numberLaw(node) {
  const { minimum, maximum, unit = "", scalePoints = [], law: points } = node;
  const span = maximum - minimum || 1;
  const isWhole = node.allowed.includes("whole");
  // Frequencies and times are heard by their ratios, whether a plugin says so or not.
  const isRatio = minimum > 0 && (node.isLogarithmic || maximum / minimum >= 20);
  const digits = isWhole ? 0 : clamp(Math.ceil(2 - Math.log10(span)), 0, 4);
  const round = (value) => clamp(isWhole ? Math.round(value) : Number(value.toPrecision(6)), minimum, maximum);
  const law = {
    minimum,
    maximum,
    lowest: minimum,
    home: node.defaultText === undefined ? undefined : Number(node.defaultText),
    toPosition(value) {
      if (points) return along(points, value, 1, 0);
      return clamp(isRatio ? Math.log(value / minimum) / Math.log(maximum / minimum) : (value - minimum) / span, 0, 1);
    },
    toValue(position) {
      if (points) return round(along(points, position, 0, 1));
      return round(isRatio ? minimum * (maximum / minimum) ** position : minimum + position * span);
    },
    step(value, steps, isFine) {
      if (isWhole) return round(value + steps);
      return law.toValue(clamp(law.toPosition(value) + steps * (isFine ? 0.002 : 0.01), 0, 1));
    },
    text(value) {
      const named = scalePoints.find((point) => Math.abs(point.value - value) < span * 1e-4);
      if (named) return named.label;
      const precise = isRatio && value < 10 ? 1 : digits;
      return `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(precise)}${unit ? ` ${unit}` : ""}`;
    },
    spoken: (value) => law.text(value),
  };
  return law;
}

/// The law that suits a node.
export function lawOf(node) {
  return node.kind === "level" ? levelLaw(node) : numberLaw(node);
}
