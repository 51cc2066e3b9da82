// The list of suggestions above the message box: commands, choices, people. The focus stays in the input.

import { el } from "./dom.js";

export class Picker {
  constructor() {
    this.box = document.getElementById("suggestions");
    this.list = document.getElementById("picker");
    this.hintLine = document.getElementById("hint");
    this.items = [];
    // A press must not take the focus out of the input.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[role=option]");
      if (item) this.pick([...this.list.children].indexOf(item));
    });
  }

  get open() {
    return this.items.length > 0;
  }

  get active() {
    return this.items[this.at];
  }

  /** Shows `items` [{title, detail, extra, …}] for `input`; onPick gets the item. A hint may stand above or alone. */
  show(input, items, onPick, hint = "") {
    Object.assign(this, { input, items, onPick, at: 0 });
    this.hintLine.textContent = hint;
    this.list.replaceChildren(
      ...items.map((item, index) =>
        el(
          "li",
          { role: "option", id: `picker-${index}`, "aria-selected": "false" },
          el("span", { class: "name" }, item.title),
          item.extra ? el("span", { class: "extra" }, item.extra) : null,
          item.detail ? el("small", {}, item.detail) : null,
        ),
      ),
    );
    this.box.hidden = !items.length && !hint;
    this.list.hidden = !items.length;
    this.expand(items.length > 0);
    this.mark(0);
  }

  hide() {
    this.items = [];
    this.box.hidden = true;
    this.list.replaceChildren();
    this.expand(false);
    this.input?.removeAttribute("aria-activedescendant");
  }

  /** Only a combobox has a state to tell; the message box itself is a plain text box with suggestions. */
  expand(open) {
    if (this.input?.role === "combobox") this.input.ariaExpanded = String(open);
  }

  mark(at) {
    if (!this.items.length) return this.input.removeAttribute("aria-activedescendant");
    this.list.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = (at + this.items.length) % this.items.length;
    const item = this.list.children[this.at];
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", item.id);
  }

  pick(at = this.at) {
    const item = this.items[at];
    const { onPick } = this;
    this.hide();
    if (item) onPick(item);
  }

  /** Takes the keys that belong to an open list; true if it did. */
  onKey(event) {
    if (!this.open) return false;
    if (event.key === "ArrowDown") this.mark(this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at - 1);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
