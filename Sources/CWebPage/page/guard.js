// SPDX-License-Identifier: Apache-2.0
// Shows what an operator keeps people from: a lock on what can't be set, and the most that a value may be.

/// Marks `control` while the value at `path` is locked, and says in words what holds for it.
export function markGuard(desk, path, control) {
  control.classList.toggle("locked", desk.tree.isLocked(path));
  const words = desk.guardOf(path);
  if (words) {
    control.title = words;
    control.setAttribute("aria-description", words);
  } else {
    control.removeAttribute("title");
    control.removeAttribute("aria-description");
  }
}

/// Lets `control` be used as long as the value at `path` can be set from here.
export function guard(desk, path, control, signal) {
  desk.guarded(path, signal, () => {
    control.disabled = !desk.may(path);
    markGuard(desk, path, control);
  });
}
