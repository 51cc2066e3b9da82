// Channels, threads and direct messages, with what is unread in them; on a narrow window a drawer.

import { el, morph } from "./dom.js";
import { icon } from "./icons.js";
import { channelName, isDirect, pingsIn, state, THREADS } from "./state.js";
import { words } from "./words.js";

const narrow = matchMedia("(max-width: 720px)");

export class Sidebar {
  /** `onWriteToBot` opens the conversation with the bot, where there is none yet. */
  constructor(onWriteToBot) {
    this.onWriteToBot = onWriteToBot;
    this.root = document.getElementById("sidebar");
    this.list = document.getElementById("channels");
    this.shade = document.getElementById("shade");
    this.button = document.getElementById("drawer");
    this.button.append(icon("menu"), el("span", { class: "dot", hidden: true }));
    this.button.addEventListener("click", () => this.toggle(!this.root.classList.contains("open")));
    this.shade.addEventListener("click", () => this.toggle(false));
    this.list.addEventListener("click", (event) => event.target.closest("a") && this.toggle(false));
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && narrow.matches && this.toggle(false));
    narrow.addEventListener("change", () => this.toggle(false));
    this.toggle(false);
  }

  toggle(open) {
    const focusInside = this.root.contains(document.activeElement);
    this.root.classList.toggle("open", open);
    this.shade.hidden = !open;
    // A closed drawer is out of sight, so it is out of the tab order too.
    this.root.inert = narrow.matches && !open;
    this.button.setAttribute("aria-expanded", String(open));
    this.button.setAttribute("aria-label", open ? words.closeChannels : words.openChannels);
    if (open) (this.list.querySelector("[aria-current]") ?? this.list.querySelector("a"))?.focus();
    else if (focusInside && narrow.matches) this.button.focus();
  }

  draw() {
    const threadsOf = (parent) =>
      state.channels.filter(
        (channel) =>
          THREADS.includes(channel.type) &&
          channel.parent_id === parent &&
          (!channel.archived || channel.id === state.channel),
      );
    const open = state.channels.filter(
      (channel) => !isDirect(channel) && !THREADS.includes(channel.type) && channel.type !== 4,
    );
    const direct = state.channels.filter(isDirect);
    const fresh = el(
      "div",
      { id: "channels" },
      this.group(
        "server",
        words.channels,
        open.map((channel) => {
          const threads = threadsOf(channel.id);
          return el(
            "li",
            {},
            this.entry(channel, "channel"),
            threads.length
              ? el(
                  "ul",
                  {},
                  threads.map((thread) => el("li", {}, this.entry(thread, "thread"))),
                )
              : null,
          );
        }),
        words.noChannels,
      ),
      this.group(
        "direct",
        words.directMessages,
        direct.length
          ? direct.map((channel) => el("li", {}, this.entry(channel, "person")))
          : [
              el(
                "li",
                {},
                el(
                  "button",
                  { type: "button", class: "plain", data: { atom: "write" }, on: { click: this.onWriteToBot } },
                  icon("person"),
                  words.writeToBot,
                ),
              ),
            ],
      ),
    );
    morph(this.list, fresh);
    this.button.querySelector(".dot").hidden = ![...state.unread.keys()].some(pingsIn);
  }

  group(kind, title, entries, empty) {
    return [el("h2", {}, title), entries.length ? el("ul", { class: kind }, entries) : el("p", {}, empty)];
  }

  entry(channel, kind) {
    const unread = state.unread.has(channel.id);
    const pings = pingsIn(channel.id);
    const notes = [channel.locked && words.locked, channel.archived && words.archived].filter(Boolean).join(", ");
    return el(
      "a",
      {
        href: `#${channel.id}`,
        class: unread ? "unread" : null,
        "aria-current": channel.id === state.channel ? "page" : null,
      },
      icon(kind),
      el("span", { class: "name" }, channelName(channel)),
      notes ? el("small", {}, notes) : null,
      pings ? el("span", { class: "pings", "aria-label": words.pings(pings) }, String(pings)) : null,
      unread && !pings ? el("span", { class: "dot", role: "img", "aria-label": words.unread }) : null,
    );
  }
}
