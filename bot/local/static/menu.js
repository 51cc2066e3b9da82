// A menu to choose from: a button that opens a list. One for every kind of select, in messages and in dialogs.
// The list is an ARIA listbox: arrows, Home, End, letters, Enter or Space; Escape closes without choosing.
// (A native select would submit on each arrow key and cannot show descriptions.)

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { emoji } from "./markdown.js";
import { words } from "./words.js";

let counter = 0;

/**
 * @param choices [{value, label, description?, emoji?, default?}]
 * @param settings {label, placeholder, least, most, disabled, onChoose(values)}
 * Returns the element; its property `values` holds what is chosen.
 */
export function menu(choices, settings) {
  const { label, placeholder, least = 1, most = 1, disabled = false, onChoose } = settings;
  const single = most === 1 && least === 1;
  const id = `menu-${++counter}`;
  let values = choices.filter((choice) => choice.default).map((choice) => choice.value);
  let picked = new Set(values);
  let active = 0;
  let typed = "";
  let typedAt = 0;

  const items = choices.map((choice, index) =>
    el(
      "div",
      {
        role: "option",
        id: `${id}-${index}`,
        class: "choice",
        data: { value: choice.value },
        on: { click: () => toggle(index), pointermove: () => activate(index) },
      },
      el("span", { class: "tick" }, icon("check")),
      choice.emoji ? emoji(choice.emoji) : null,
      el(
        "span",
        { class: "words" },
        el("span", { class: "name" }, choice.label),
        choice.description ? el("small", {}, choice.description) : null,
      ),
    ),
  );
  const shown = el("span", { class: "shown" });
  const button = el(
    "button",
    {
      type: "button",
      class: "menu-button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-label": label,
      disabled,
      on: { click: () => (isOpen() ? close() : open()), keydown: onKey },
    },
    shown,
    icon("down"),
  );
  const confirm = el("button", {
    type: "button",
    class: "primary",
    tabindex: "-1",
    on: { click: () => finish([...picked]) },
  });
  const list = el(
    "div",
    { id, class: "choices", role: "listbox", "aria-label": label, "aria-multiselectable": single ? null : "true" },
    items.length ? items : el("p", {}, words.noOptions),
  );
  const popup = el(
    "div",
    { class: "popup", popover: "manual" },
    list,
    single ? null : el("footer", {}, el("span", {}, words.chooseCount(least, most)), confirm),
  );
  const root = el("div", { class: "menu" }, button, popup);

  const isOpen = () => popup.matches(":popover-open");
  const enough = () => picked.size >= least && picked.size <= most;

  function paint() {
    const chosen = choices.filter((choice) => values.includes(choice.value));
    shown.replaceChildren(
      ...(chosen.length
        ? chosen.map((choice) =>
            el("span", { class: "chosen" }, choice.emoji ? emoji(choice.emoji) : null, choice.label),
          )
        : [el("span", { class: "placeholder" }, placeholder || words.choose)]),
    );
    items.forEach((item, index) => item.setAttribute("aria-selected", String(picked.has(choices[index].value))));
    confirm.textContent = words.confirmChoice(picked.size);
    confirm.disabled = !enough();
    // The button's name is the menu's; what is chosen follows as its value.
    button.setAttribute(
      "aria-label",
      chosen.length ? `${label}: ${chosen.map((choice) => choice.label).join(", ")}` : label,
    );
  }

  function open() {
    if (root.ariaBusy) return;
    picked = new Set(values);
    paint();
    popup.showPopover();
    button.setAttribute("aria-expanded", "true");
    place();
    activate(
      Math.max(
        0,
        choices.findIndex((choice) => picked.has(choice.value)),
      ),
    );
    document.addEventListener("pointerdown", outside, true);
    addEventListener("resize", place);
    addEventListener("scroll", place, true);
  }

  function close() {
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", place);
    removeEventListener("scroll", place, true);
    if (popup.isConnected && isOpen()) popup.hidePopover();
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-activedescendant");
    picked = new Set(values);
    paint();
  }

  function outside(event) {
    if (!root.contains(event.target)) close();
  }

  function place() {
    if (!popup.isConnected || !isOpen()) return;
    const box = button.getBoundingClientRect();
    const below = innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const upward = below < Math.min(320, list.scrollHeight + 60) && above > below;
    popup.style.width = `${box.width}px`;
    popup.style.left = `${box.left}px`;
    popup.style.maxHeight = `${Math.min(400, upward ? above : below)}px`;
    popup.style.top = upward ? "auto" : `${box.bottom + 4}px`;
    popup.style.bottom = upward ? `${innerHeight - box.top + 4}px` : "auto";
  }

  function activate(index, scroll = false) {
    if (!items.length) return;
    items[active]?.classList.remove("active");
    active = index;
    items[active].classList.add("active");
    button.setAttribute("aria-activedescendant", items[active].id);
    if (scroll) items[active].scrollIntoView({ block: "nearest" });
  }

  function toggle(index) {
    const { value } = choices[index];
    if (single) return finish([value]);
    if (picked.has(value)) picked.delete(value);
    else {
      if (most === 1) picked.clear();
      if (picked.size < most) picked.add(value);
    }
    paint();
  }

  function finish(chosen) {
    // In the order of the list, as the chooser reads it.
    values = choices.map((choice) => choice.value).filter((value) => chosen.includes(value));
    root.values = values;
    close();
    button.focus();
    onChoose?.(values);
  }

  function onKey(event) {
    if (event.key === "Tab") return isOpen() && close();
    const moves = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    };
    if (!isOpen()) {
      if (["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) {
        event.preventDefault();
        open();
      }
    } else if (event.key in moves) {
      event.preventDefault();
      activate(Math.max(0, Math.min(items.length - 1, moves[event.key])), true);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!single && event.key === "Enter") {
        if (enough()) finish([...picked]);
      } else if (items.length) toggle(active);
    } else if (event.key.length === 1) typeAhead(event.key);
  }

  function typeAhead(letter) {
    typed = Date.now() - typedAt < 800 ? typed + letter.toLowerCase() : letter.toLowerCase();
    typedAt = Date.now();
    const found = choices.findIndex((choice) => choice.label.toLowerCase().startsWith(typed));
    if (found >= 0) activate(found, true);
  }

  root.values = values;
  paint();
  return root;
}
