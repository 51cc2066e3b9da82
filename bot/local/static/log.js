// The messages of the open channel: loading, changing in place, scrolling, and the keys and presses inside them.

import { el, morph } from "./dom.js";
import { press } from "./interactions.js";
import { enlarge } from "./lightbox.js";
import { mayDelete, messageElement } from "./message.js";
import { meet, state } from "./state.js";
import { words } from "./words.js";

const PAGE = 50;
const GROUP_MS = 7 * 60_000;
const NEAR_BOTTOM = 80; // pixels

const older = (a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id));

export class Log {
  constructor({ onReply, onError }) {
    this.list = document.getElementById("log");
    this.scroller = document.getElementById("scroll");
    this.pill = document.getElementById("newer");
    this.earlier = document.getElementById("earlier");
    this.empty = document.getElementById("empty");
    this.messages = new Map();
    this.atBottom = true;
    this.onReply = onReply;
    this.onError = onError;
    this.pill.textContent = words.newMessages;
    this.pill.addEventListener("click", () => this.toBottom());
    this.earlier.addEventListener("click", () => this.loadEarlier().catch(onError));
    this.scroller.addEventListener("scroll", () => this.noticeScroll());
    // Pictures arrive after their message: what was at the bottom stays there.
    new ResizeObserver(() => this.atBottom && this.toBottom()).observe(this.list);
    new ResizeObserver(() => this.atBottom && this.toBottom()).observe(this.scroller);
    this.list.addEventListener("click", (event) => this.onClick(event));
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    this.list.addEventListener("contextmenu", (event) => this.onLongPress(event));
    this.list.addEventListener("focusin", (event) => this.rove(event.target.closest(".message")));
  }

  /** Shows a channel anew. Called again for the same channel it keeps its place and only changes what differs. */
  async open(client, channel) {
    this.client = client;
    // What is heard while the list is on its way is newer than the list.
    const heard = (this.heard = []);
    this.list.parentElement.ariaBusy = "true";
    const messages = await client.messages(channel, PAGE);
    if (state.channel !== channel || this.heard !== heard) return;
    this.heard = null;
    messages.forEach(meet);
    const same = this.channel === channel;
    this.channel = channel;
    this.messages = new Map(messages.map((message) => [message.id, message]));
    for (const { message, gone } of heard) {
      if (gone) this.messages.delete(gone);
      else if (message.channel_id === channel) this.messages.set(message.id, message);
    }
    this.earlier.hidden = messages.length < PAGE;
    if (!same) {
      this.list.replaceChildren();
      this.atBottom = true;
    }
    this.draw();
    this.list.parentElement.ariaBusy = "false";
    if (this.atBottom) this.toBottom();
  }

  /** There is no channel to show. */
  clear() {
    this.channel = null;
    this.heard = null;
    this.messages.clear();
    this.earlier.hidden = true;
    this.draw();
  }

  async loadEarlier() {
    const first = this.sorted()[0];
    const { channel } = this;
    const messages = await this.client.messages(channel, PAGE, first?.id);
    if (this.channel !== channel) return;
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    for (const message of messages) this.messages.set(message.id, message);
    this.earlier.hidden = messages.length < PAGE;
    this.draw();
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
  }

  /** A new or changed message of the open channel. */
  put(message) {
    this.heard?.push({ message });
    if (message.channel_id !== this.channel) return;
    const known = this.messages.has(message.id);
    if (known) state.trouble.delete(message.id);
    this.messages.set(message.id, message);
    this.draw();
    if (known) return;
    // A private message answers what was just pressed, be that as far up as it may.
    if (this.atBottom || message.ephemeral || message.author.id === state.me.id) this.toBottom();
    else this.pill.hidden = false;
  }

  remove(id) {
    this.heard?.push({ gone: id });
    if (this.messages.delete(id)) this.draw();
  }

  refresh = (id) => {
    if (this.messages.has(id)) this.draw();
  };

  sorted() {
    return [...this.messages.values()].sort(older);
  }

  /** Brings the list up to date; only what changed is made anew. */
  draw() {
    const focused = this.focusPlace();
    const messages = this.sorted();
    const kept = new Set(messages.map((message) => message.id));
    for (const item of [...this.list.children]) if (!kept.has(item.dataset.id)) item.remove();
    let at = this.list.firstElementChild;
    messages.forEach((message, index) => {
      const follows = this.follows(messages[index - 1], message);
      const trouble = state.trouble.get(message.id);
      if (at?.dataset.id !== message.id) at = this.list.insertBefore(messageElement(message, follows), at);
      else if (at.shown.message !== message || at.shown.follows !== follows || at.shown.trouble !== trouble) {
        this.update(at, messageElement(message, follows));
      }
      at.shown = { message, follows, trouble };
      at = at.nextElementSibling;
    });
    this.empty.hidden = messages.length > 0;
    this.showBusy();
    this.rove(this.list.querySelector('.message[tabindex="0"]') ?? this.list.lastElementChild);
    this.restoreFocus(focused);
  }

  /** What waits for the bot's answer shows it and keeps its focus, so it is marked rather than replaced or disabled. */
  showBusy() {
    for (const control of this.list.querySelectorAll("[data-press], [data-menu]")) {
      const { press: button, menu } = control.dataset;
      control.ariaBusy = state.busy.has(`${control.closest(".message").dataset.id}/${button ?? menu}`) ? "true" : null;
    }
  }

  update(item, fresh) {
    fresh.tabIndex = item.tabIndex;
    if (item.classList.contains("held")) fresh.classList.add("held");
    morph(item, fresh);
  }

  follows(above, message) {
    if (!above || above.author.id !== message.author.id || Boolean(above.ephemeral) !== Boolean(message.ephemeral))
      return false;
    if (message.message_reference || message.interaction_metadata) return false;
    return Date.parse(message.timestamp) - Date.parse(above.timestamp) < GROUP_MS;
  }

  /** Where the focus is, told so that it can be found again if its element is replaced: custom ids change with each move. */
  focusPlace() {
    const element = document.activeElement;
    const item = element?.closest?.(".message");
    if (!item || element === item) return null;
    return {
      element,
      item,
      controls: [...item.querySelectorAll("button, a")].indexOf(element),
      text: element.textContent,
    };
  }

  restoreFocus(place) {
    if (!place || place.element.isConnected) return;
    const controls = [...place.item.querySelectorAll("article button:not(:disabled), article a")];
    const target =
      controls.find((control) => control.textContent === place.text) ??
      controls[Math.min(place.controls, controls.length - 1)] ??
      place.item;
    target.focus({ preventScroll: true });
  }

  noticeScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    // A list that grows below has not been scrolled: only moving up lets go of the bottom.
    if (near || scrollTop < this.lastTop) this.atBottom = near;
    this.lastTop = scrollTop;
    if (this.atBottom) this.pill.hidden = true;
  }

  toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.lastTop = this.scroller.scrollTop;
    this.atBottom = true;
    this.pill.hidden = true;
  }

  /** Scrolls to a message and marks it for a moment; earlier pages are fetched until it is there. */
  async jump(id) {
    const { channel } = this;
    while (this.channel === channel && !this.messages.has(id) && !this.earlier.hidden) await this.loadEarlier();
    const item = document.getElementById(`m${id}`);
    if (!item) return;
    this.atBottom = false;
    item.scrollIntoView({ block: "center" });
    item.focus({ preventScroll: true });
    item.classList.add("found");
    item.addEventListener("animationend", () => item.classList.remove("found"), { once: true });
  }

  /** One message at a time is in the tab order; arrows go from one to the next. */
  rove(item) {
    if (!item) return;
    for (const other of this.list.querySelectorAll('.message[tabindex="0"]')) if (other !== item) other.tabIndex = -1;
    item.tabIndex = 0;
  }

  onClick(event) {
    const target = event.target.closest("[data-press], [data-tool], [data-veil], [data-spoiler], [data-enlarge]");
    const item = event.target.closest(".message");
    if (!target || !item) return;
    const { press: customId, tool } = target.dataset;
    if ("spoiler" in target.dataset) this.reveal(target);
    else if ("veil" in target.dataset && !target.classList.contains("unveiled")) target.classList.add("unveiled");
    else if (tool) this.use(tool, this.messages.get(item.dataset.id));
    else if (customId !== undefined) press(item.dataset.id, customId);
    else if ("enlarge" in target.dataset) enlarge(target.querySelector("img"));
  }

  reveal(spoiler) {
    spoiler.replaceWith(el("span", { class: "spoiler unveiled" }, ...spoiler.firstElementChild.childNodes));
  }

  use(tool, message) {
    if (!message) return;
    if (tool === "reply") this.onReply(message);
    else if (tool === "remove") this.client.remove(message.id).catch(this.onError);
    else
      this.client
        .dismiss(this.channel, message.id)
        .then(() => this.remove(message.id))
        .catch(this.onError);
  }

  onKey(event) {
    const item = event.target.closest(".message");
    if (event.target.dataset?.spoiler !== undefined && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      return this.reveal(event.target);
    }
    if (event.target !== item) return;
    const message = this.messages.get(item.dataset.id);
    const next = {
      ArrowUp: item.previousElementSibling,
      ArrowDown: item.nextElementSibling,
      Home: this.list.firstElementChild,
      End: this.list.lastElementChild,
    }[event.key];
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === "r" && !message.ephemeral && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.use("reply", message);
    } else if (event.key === "Delete" && (message.ephemeral || mayDelete(message)))
      this.use(message.ephemeral ? "dismiss" : "remove", message);
  }

  /** A long press on a touch screen shows the message's tools; with a mouse the browser's own menu stays. */
  onLongPress(event) {
    if (event.pointerType !== "touch" || event.target.closest("a, img")) return;
    event.preventDefault();
    for (const other of this.list.querySelectorAll(".held")) other.classList.remove("held");
    event.target.closest(".message")?.classList.add("held");
  }
}
