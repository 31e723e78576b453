// SPDX-License-Identifier: Apache-2.0
// Makes elements of the page.

/// An element with a class, a text, listeners (`on`) and attributes, and its children.
export function element(tag, { className, text, on, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  return furnish(made, className, text, on, attributes, children);
}

/// The same for a part of a drawing.
export function shape(tag, { className, text, on, ...attributes } = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return furnish(made, className, text, on, attributes, children);
}

function furnish(made, className, text, on, attributes, children) {
  if (className) made.setAttribute("class", className);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  for (const [name, listener] of Object.entries(on ?? {})) made.addEventListener(name, listener);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/// The pieces of a name between which it may go on in the next line: behind `_`, `-` and spaces, and before capitals.
const piecesOf = (name) => name.split(/(?<=[_\- ])|(?<=[a-z])(?=[A-Z])/);

/// A name that breaks between its words alone.
export function nameText(name) {
  return piecesOf(name).flatMap((piece, place) => (place ? [document.createElement("wbr"), piece] : [piece]));
}

/// The class of a name that has to be smaller for its longest word to fit in a line.
export function nameClass(name) {
  const longest = Math.max(...piecesOf(name).map(({ length }) => length));
  return longest > 10 ? "name longest" : longest > 7 ? "name long" : "name";
}

/// Calls `show` with whether `place` can be seen, now and whenever that changes, until `signal` aborts.
export function watchSeen(place, signal, show) {
  const observer = new IntersectionObserver((entries) => show(entries.at(-1).isIntersecting));
  observer.observe(place);
  signal.addEventListener("abort", () => observer.disconnect());
}

/// Writes a text only where it has changed: an equal one would cost a layout all the same.
export function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
