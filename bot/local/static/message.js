// One message as an element.

import { addressOf, attachmentLink, attachmentOf, colour, picture, render } from "./components.js";
import { el, link } from "./dom.js";
import { icon } from "./icons.js";
import { inline, markdown } from "./markdown.js";
import { authorName, nameOf, state } from "./state.js";
import { timestamp, written } from "./time.js";
import { words } from "./words.js";

const LOADING = 128;
const COMPONENTS_V2 = 32768;

export const mentionsMe = (message) =>
  Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === state.me.id);
export const mayDelete = (message) =>
  !message.ephemeral && (message.author.id === state.me.id || state.me.manage_messages);

/** The `<li>` of a message. `follows`: the one above is by the same author, so name and picture are left out. */
export function messageElement(message, follows) {
  const name = authorName(message.author);
  const classes = ["message", follows && "follows", message.ephemeral && "private", mentionsMe(message) && "pinged"];
  return el(
    "li",
    { class: classes.filter(Boolean).join(" "), id: `m${message.id}`, tabindex: "-1", data: { id: message.id } },
    quoted(message),
    follows ? null : avatar(message.author),
    el(
      "article",
      { "aria-label": words.toolsFor(name) },
      follows
        ? null
        : el(
            "header",
            {},
            el("b", { class: "author" }, name),
            message.author.bot ? el("span", { class: "tag" }, words.bot) : null,
            written(message.timestamp),
          ),
      body(message, name),
      message.edited_timestamp && !(message.flags & LOADING)
        ? el(
            "small",
            { class: "edited", title: new Date(message.edited_timestamp).toLocaleString(state.me.locale) },
            words.edited,
          )
        : null,
      message.ephemeral
        ? el(
            "p",
            { class: "only" },
            `${words.onlyYou} · `,
            el("button", { type: "button", class: "textual", data: { tool: "dismiss" } }, words.dismiss),
          )
        : null,
      state.trouble.has(message.id)
        ? el("p", { class: "trouble", role: "status" }, state.trouble.get(message.id))
        : null,
    ),
    message.ephemeral ? null : tools(message, name),
  );
}

function body(message, name) {
  if (message.flags & LOADING)
    return el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }), words.thinking(name));
  const components = el(
    "div",
    { class: "components" },
    (message.components ?? []).map((component) => render(component, message)),
  );
  if (message.flags & COMPONENTS_V2) return components;
  const embeds = message.embeds ?? [];
  const inEmbeds = new Set(
    embeds.flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]).map((url) => attachmentOf(url, message)?.id),
  );
  const loose = (message.attachments ?? []).filter((attachment) => !inEmbeds.has(attachment.id));
  return el(
    "div",
    { class: "body" },
    message.content ? el("div", { class: "text" }, markdown(message.content)) : null,
    embeds.map((embed) => embedElement(embed, message)),
    loose.map((attachment) =>
      isPicture(attachment)
        ? picture({ url: attachment.url }, attachment.description, message)
        : attachmentLink(attachment),
    ),
    message.components?.length ? components : null,
  );
}

const isPicture = (attachment) =>
  attachment.content_type?.startsWith("image/") ?? /\.(png|webp|jpe?g|gif|avif)$/i.test(attachment.filename);

function embedElement(embed, message) {
  const title = embed.title ? (embed.url ? link(embed.url, {}, inline(embed.title)) : inline(embed.title)) : null;
  return el(
    "div",
    { class: "embed", colour: colour(embed.color) },
    embed.thumbnail ? picture(embed.thumbnail, null, message, false, "thumbnail") : null,
    embed.author ? el("small", { class: "subtext" }, embed.author.name) : null,
    title ? el("h4", { class: "heading" }, title) : null,
    embed.description ? el("div", { class: "text" }, markdown(embed.description)) : null,
    embed.fields?.length
      ? el(
          "dl",
          {},
          embed.fields.map((field) =>
            el(
              "div",
              { class: field.inline ? "inline" : "block" },
              el("dt", {}, inline(field.name)),
              el("dd", {}, markdown(field.value)),
            ),
          ),
        )
      : null,
    embed.image && addressOf(embed.image.url, message) ? picture(embed.image, null, message) : null,
    embed.footer || embed.timestamp
      ? el(
          "small",
          { class: "subtext" },
          embed.footer?.text ?? "",
          embed.footer && embed.timestamp ? " · " : null,
          embed.timestamp ? timestamp(Date.parse(embed.timestamp) / 1000, "f") : null,
        )
      : null,
  );
}

function avatar(author) {
  const hues = [18, 152, 262, 205, 330, 42];
  const place = Math.max(
    0,
    state.people.findIndex((person) => person.id === author.id),
  );
  return el(
    "span",
    {
      class: `avatar${author.bot ? " bot" : ""}`,
      "aria-hidden": "true",
      colour: author.bot ? null : `hsl(${hues[place % hues.length]} 45% 36%)`,
    },
    [...authorName(author)][0] ?? "?",
  );
}

/** The line above a message: what it replies to, or which command it answers. */
function quoted(message) {
  const metadata = message.interaction_metadata ?? message.interaction;
  const original = message.referenced_message;
  if (message.message_reference && message.type === 19) {
    if (!original) return el("p", { class: "quoted" }, icon("reply"), words.goneReply);
    return el(
      "p",
      { class: "quoted" },
      icon("reply"),
      el("b", {}, authorName(original.author)),
      " ",
      el("a", { href: `#${message.channel_id}/${original.id}` }, excerpt(original)),
    );
  }
  const command = metadata?.name ?? message.interaction?.name;
  const asked = metadata && (metadata.type === 2 || metadata.type === undefined);
  return asked
    ? el(
        "p",
        { class: "quoted" },
        icon("reply"),
        words.used(metadata.user ? authorName(metadata.user) : nameOf(metadata.user_id), command),
      )
    : null;
}

/** The beginning of what a message says, in one line of plain text. */
export function excerpt(message) {
  const texts = [message.content, ...(message.embeds ?? []).flatMap((embed) => [embed.title, embed.description])];
  const collect = (component) => {
    if (component.type === 10) texts.push(component.content);
    (component.components ?? []).forEach(collect);
  };
  (message.components ?? []).forEach(collect);
  const shown = el("div", {}, markdown(texts.find(Boolean) ?? "")).textContent.trim();
  return shown.length > 90 ? `${shown.slice(0, 90)}…` : shown || words.picture;
}

function tools(message, name) {
  const tool = (kind) =>
    el(
      "button",
      { type: "button", class: "plain", title: words[kind], "aria-label": words[kind], data: { tool: kind } },
      icon(kind),
    );
  return el(
    "div",
    { class: "tools", role: "toolbar", "aria-label": words.toolsFor(name) },
    tool("reply"),
    mayDelete(message) ? tool("remove") : null,
  );
}
