// SPDX-License-Identifier: Apache-2.0
// A view that is loaded when it is first looked at: most people never open it.

export class LazyView {
  #open;
  #notices;
  #view = null;
  #isLoading = false;
  #isShown = false;

  /// `open` loads the view.
  constructor(open, notices) {
    [this.#open, this.#notices] = [open, notices];
  }

  build() {
    this.#view?.build();
  }

  set isShown(isShown) {
    this.#isShown = isShown;
    if (this.#view) this.#view.isShown = isShown;
    else if (isShown) this.#load();
  }

  async #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const view = await this.#open();
      view.build();
      view.isShown = this.#isShown;
      this.#view = view;
    } catch {
      this.#notices.say("A part of the page could not be loaded: load the page again.");
    }
    this.#isLoading = false;
  }
}
