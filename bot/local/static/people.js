// Who this window is, a second window as somebody else, and a person's settings.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { state } from "./state.js";
import { words } from "./words.js";

const KEY = "identity";

/** The person this window is: from its address, else from before, else the first of all. */
export function chooseIdentity(people) {
  const wanted = new URLSearchParams(location.search).get("as") ?? sessionStorage.getItem(KEY);
  const me = people.find((person) => person.key === wanted) ?? people[0];
  sessionStorage.setItem(KEY, me.key);
  history.replaceState(null, "", addressAs(me.key));
  return me;
}

const addressAs = (key) => `?as=${encodeURIComponent(key)}${location.hash}`;

export class Identity {
  constructor(client, onError) {
    Object.assign(this, { client, onError });
    this.root = document.getElementById("identity");
    this.select = el("select", { id: "me", on: { change: () => location.assign(addressAs(this.select.value)) } });
    this.others = el("div", { id: "others", class: "sheet", popover: "auto" });
    this.settings = el("form", {
      id: "settings",
      class: "sheet",
      popover: "auto",
      on: { submit: (event) => event.preventDefault(), change: (event) => this.change(event.target) },
    });
    this.root.append(
      el("label", { class: "me" }, el("span", {}, words.youAre), this.select),
      el(
        "button",
        { type: "button", class: "plain", popovertarget: "others", title: words.openAs },
        icon("window"),
        el("span", { class: "wide" }, words.openAs),
      ),
      (this.gear = el("button", { type: "button", class: "plain", popovertarget: "settings" }, icon("settings"))),
      this.others,
      this.settings,
    );
  }

  draw() {
    const { me, people } = state;
    this.select.replaceChildren(
      ...people.map((person) => el("option", { value: person.key, selected: person.key === me.key }, person.name)),
    );
    this.others.replaceChildren(
      el("p", {}, words.openAsHint),
      ...people
        .filter((person) => person.key !== me.key)
        .map((person) => el("a", { href: addressAs(person.key), target: "_blank", rel: "noopener" }, person.name)),
    );
    this.gear.setAttribute("aria-label", words.settingsOf(me.name));
    this.gear.title = words.settingsOf(me.name);
    if (this.settings.contains(document.activeElement)) return;
    const box = (key, label) =>
      el("label", { class: "check" }, el("input", { type: "checkbox", name: key, checked: me[key] }), label);
    const locales = Object.entries({
      ...words.locales,
      ...(me.locale in words.locales ? {} : { [me.locale]: me.locale }),
    });
    this.settings.replaceChildren(
      el("h2", {}, words.settingsOf(me.name)),
      el(
        "label",
        {},
        words.displayName,
        el("input", { type: "text", name: "name", value: me.name, maxlength: "32", required: true }),
      ),
      el(
        "label",
        {},
        words.locale,
        el(
          "select",
          { name: "locale" },
          locales.map(([key, name]) => el("option", { value: key, lang: key, selected: key === me.locale }, name)),
        ),
      ),
      box("dm_open", words.dmOpen),
      box("in_guild", words.inGuild),
      box("manage_messages", words.manageMessages),
      box("manage_guild", words.manageGuild),
    );
  }

  change({ name, type, checked, value }) {
    if (type === "text" && !value.trim()) return this.draw();
    this.client.change({ [name]: type === "checkbox" ? checked : value.trim() }).catch(this.onError);
  }
}
