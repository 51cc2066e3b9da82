// Components (both generations) as elements. Presses are caught by delegation, see log.js.

import { el, link, localAddress } from "./dom.js";
import { press } from "./interactions.js";
import { emoji, markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { channelName, isDirect, state } from "./state.js";
import { words } from "./words.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

const RENDER = {
  1: (component, message) =>
    el(
      "div",
      { class: "row" },
      component.components.map((child) => render(child, message)),
    ),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (component) => el("div", { class: "text" }, markdown(component.content)),
  11: (component, message) => picture(component.media, component.description, message, component.spoiler, "thumbnail"),
  12: gallery,
  13: file,
  14: (component) =>
    el("hr", {
      class: `${component.divider === false ? "gap" : "line"} ${component.spacing === 2 ? "wide" : ""}`.trim(),
    }),
  17: container,
};

/** The element of one component of `message`; null for kinds that this page does not know. */
export function render(component, message) {
  return RENDER[component.type]?.(component, message) ?? null;
}

function button(component) {
  const content = [
    component.emoji ? emoji(component.emoji) : null,
    component.label ? el("span", {}, component.label) : null,
  ];
  const name = component.label ? null : component.emoji?.name;
  if (component.style === 5)
    return link(
      component.url,
      { class: "button link", "aria-label": name, "aria-disabled": component.disabled ? "true" : null },
      content,
    );
  // An atom, so that a button never silently becomes another one under the pointer.
  return el(
    "button",
    {
      type: "button",
      class: `button ${BUTTON_STYLES[component.style] ?? "secondary"}`,
      disabled: component.disabled,
      "aria-label": name,
      data: { press: component.custom_id, atom: JSON.stringify(component) },
    },
    content,
  );
}

/** What a select of any type offers: [{value, label, description, emoji, default}]. */
export function choicesOf(component) {
  const preset = new Set((component.default_values ?? []).map((value) => value.id));
  const people = () =>
    state.people
      .filter((person) => person.in_guild)
      .map((person) => ({ value: person.id, label: person.name, default: preset.has(person.id) }));
  if (component.type === 3) return component.options;
  if (component.type === 5 || component.type === 7) return people();
  if (component.type === 8) {
    return state.channels
      .filter(
        (channel) =>
          !isDirect(channel) && (!component.channel_types?.length || component.channel_types.includes(channel.type)),
      )
      .map((channel) => ({ value: channel.id, label: channelName(channel), default: preset.has(channel.id) }));
  }
  return [];
}

function select(component, message) {
  const choices = choicesOf(component);
  const element = menu(choices, {
    label: component.placeholder || words.choose,
    placeholder: component.placeholder,
    least: component.min_values ?? 1,
    most: component.max_values ?? 1,
    disabled: component.disabled,
    onChoose: (values) => press(message.id, component.custom_id, values),
  });
  element.dataset.atom = JSON.stringify([message.id, component, choices]);
  element.dataset.menu = component.custom_id;
  return element;
}

function section(component, message) {
  return el(
    "div",
    { class: "section" },
    el(
      "div",
      { class: "texts" },
      component.components.map((child) => render(child, message)),
    ),
    component.accessory ? el("div", { class: "accessory" }, render(component.accessory, message)) : null,
  );
}

function container(component, message) {
  const accent = component.accent_color;
  return el(
    "div",
    {
      class: `container${accent === null || accent === undefined ? "" : " accented"}${component.spoiler ? " veiled" : ""}`,
      colour: colour(accent),
      ...(component.spoiler ? { data: { veil: "" } } : {}),
    },
    component.components.map((child) => render(child, message)),
  );
}

function gallery(component, message) {
  return el(
    "div",
    { class: `gallery of${Math.min(component.items.length, 4)}` },
    component.items.map((item) => picture(item.media, item.description, message, item.spoiler)),
  );
}

function file(component, message) {
  const attachment = attachmentOf(component.file.url, message);
  return attachmentLink({
    filename: attachment?.filename ?? component.name,
    size: attachment?.size ?? component.size,
    url: addressOf(component.file.url, message),
  });
}

export function colour(number) {
  return Number.isInteger(number) ? `#${number.toString(16).padStart(6, "0")}` : null;
}

export function attachmentOf(url, message) {
  const name = url?.startsWith("attachment://") ? url.slice("attachment://".length) : null;
  return message.attachments?.find((attachment) =>
    name ? attachment.filename === name : attachment.url === url || attachment.proxy_url === url,
  );
}

/** Where the page loads a medium from: the attachment it names, or its own address. */
export function addressOf(url, message) {
  return localAddress(attachmentOf(url, message)?.url ?? url ?? "");
}

/** A picture that a press enlarges. Its alt text is the bot's; without one it says at least that it is a picture. */
export function picture(media, description, message, spoiler = false, kind = "picture") {
  const attachment = attachmentOf(media.url, message);
  const alt = description || attachment?.description || words.picture;
  return el(
    "button",
    {
      type: "button",
      class: `${kind}${spoiler ? " veiled" : ""}`,
      title: words.pictureFull,
      data: { enlarge: "", ...(spoiler ? { veil: "" } : {}) },
    },
    el("img", {
      src: addressOf(media.url, message),
      alt,
      width: media.width ?? attachment?.width,
      height: media.height ?? attachment?.height,
      decoding: "async",
    }),
  );
}

export function attachmentLink({ filename, size, url }) {
  const amount = size
    ? ` (${new Intl.NumberFormat(state.me?.locale, { maximumFractionDigits: 0 }).format(Math.ceil(size / 1024))} KiB)`
    : "";
  return link(localAddress(url), { class: "file" }, `${filename ?? ""}${amount}`);
}
