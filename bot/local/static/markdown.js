// The chat's markdown, parsed by hand into elements. Whatever is not understood stays text.

import { el, link } from "./dom.js";
import { channelName, nameOf, state } from "./state.js";
import { timestamp } from "./time.js";
import { words } from "./words.js";

/** Blocks for a whole text: headings, quotes, lists, code, subtext and paragraphs. */
export function markdown(text) {
  return blocks((text ?? "").replace(/\r\n?/g, "\n").split("\n"));
}

const FENCED = /^([^\n]*?)```(?:[\w+#.-]*\n)?([\s\S]*?[^\s`][\s\S]*?)\n?```\n?/; // text before, code
const HEADING = /^(#{1,3})\s+(\S.*)$/;
const ITEM = /^(\s*)(?:([-*])|(\d{1,9})\.)\s+(.*)$/;

function blocks(lines) {
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.some((line) => line.trim())) out.push(el("p", {}, inlineLines(plain)));
    plain = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const fenced = line.includes("```") && !line.startsWith(">") && FENCED.exec(lines.slice(at).join("\n"));
    if (fenced) {
      const [whole, before, code] = fenced;
      if (before) plain.push(before);
      flush();
      out.push(el("pre", {}, el("code", {}, code)));
      lines = lines.slice(at).join("\n").slice(whole.length).split("\n");
      at = -1;
    } else if (line.startsWith(">>> ")) {
      flush();
      out.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)])));
      at = lines.length;
    } else if (line.startsWith("> ") || line === ">") {
      flush();
      const quoted = run(lines, at, (other) => other.startsWith("> ") || other === ">");
      out.push(el("blockquote", {}, blocks(quoted.map((other) => other.slice(2)))));
      at += quoted.length - 1;
    } else if (HEADING.test(line)) {
      flush();
      const [, marks, title] = HEADING.exec(line);
      // The page has its own h1 and the message its heading, so these start lower.
      out.push(el(`h${marks.length + 2}`, { class: "heading" }, inline(title)));
    } else if (line.startsWith("-# ")) {
      flush();
      out.push(el("small", { class: "subtext" }, inline(line.slice(3))));
    } else if (ITEM.test(line)) {
      flush();
      const [, indent, , number] = ITEM.exec(line);
      // A list ends where, at its own depth, bullets turn into numbers or back.
      const items = run(lines, at, (other) => {
        const item = other.startsWith("-# ") ? null : ITEM.exec(other);
        return item && (item[1].length > indent.length || Boolean(item[3]) === Boolean(number));
      });
      out.push(list(items.map((item) => ITEM.exec(item))));
      at += items.length - 1;
    } else plain.push(line);
  }
  flush();
  return out;
}

function run(lines, from, belongs) {
  const end = lines.findIndex((line, index) => index > from && !belongs(line));
  return lines.slice(from, end < 0 ? lines.length : end);
}

/** A list whose deeper indented items become lists inside the item above. */
function list(items) {
  const [, indent, , first] = items[0]; // whole line, indent, bullet, number, text
  const element = first ? el("ol", { start: first }) : el("ul");
  let deeper = [];
  const close = () => {
    if (deeper.length) element.lastElementChild.append(list(deeper));
    deeper = [];
  };
  for (const item of items) {
    if (item[1].length > indent.length && element.lastElementChild) deeper.push(item);
    else {
      close();
      element.append(el("li", {}, inline(item[4])));
    }
  }
  close();
  return element;
}

function inlineLines(lines) {
  // Blank lines at both ends are no part of a paragraph; inside they are kept, as in a chat.
  return inline(lines.join("\n").replace(/^\n+|\n+$/g, ""));
}

// The first rule that matches at a position wins. Each gets the match and the text before it.
const RULES = [
  [/^\\([^A-Za-z0-9\s])/u, ([, char]) => [char]],
  [
    /^(`+)([\s\S]*?[^`])\1(?!`)/,
    ([, , code]) => [el("code", {}, code.length > 2 ? code.replace(/^ (.+) $/, "$1") : code)],
  ],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, ([, inner]) => [el("strong", {}, inline(inner))]],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, ([, inner]) => [el("u", {}, inline(inner))]],
  [
    /^\*(?!\s)((?:\*\*(?:\\[\s\S]|[^\\])+?\*\*|\\[\s\S]|[^\\*])+?)\*(?!\*)/,
    ([, inner]) => [el("em", {}, inline(inner))],
  ],
  [
    /^_((?:__(?:\\[\s\S]|[^\\])+?__|\\[\s\S]|[^\\_])+?)_(?!\w)/,
    ([, inner], before) => (/\w$/.test(before) ? null : [el("em", {}, inline(inner))]),
  ],
  [/^~~((?:\\[\s\S]|[^\\])+?)~~/, ([, inner]) => [el("s", {}, inline(inner))]],
  [/^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/, ([, inner]) => [spoiler(inner)]],
  [/^<@!?(\d+)>/, ([, id]) => [mention(`@${nameOf(id)}`, id === state.me?.id)]],
  [/^<@&(\d+)>/, ([, id]) => [mention(`@${id}`, false)]],
  [
    /^<#(\d+)>/,
    ([, id]) => [
      el("a", { class: "mention", href: `#${id}` }, `#${channelName(state.channels.find((c) => c.id === id)) || id}`),
    ],
  ],
  [/^<\/([^:>]{1,100}):(\d+)>/, ([, name]) => [mention(`/${name}`, false)]],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, ([, unix, style]) => [timestamp(Number(unix), style)]],
  [/^<a?:(\w{2,32}):(\d+)>/, ([, name, id]) => [emoji({ name, id })]],
  [
    /^\[((?:\\[\s\S]|[^\\[\]])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: "[^"]*")?\)/,
    ([, label, address]) => [link(address, {}, inline(label))],
  ],
  [/^<(https?:\/\/[^\s<>]+)>/, ([, address]) => [link(address, {}, address)]],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"'!?)\]*_~|]/, ([address]) => [link(address, {}, address)]],
  [/^@(everyone|here)\b/, ([whole]) => [mention(whole, true)]],
  [/^\n/, () => [el("br")]],
];

/** Inline elements and text for one run of text. */
export function inline(text) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const made = firstRule(text, at);
    if (made) {
      if (plain) out.push(plain);
      plain = "";
      for (const node of made.nodes) {
        if (typeof node === "string") plain += node;
        else out.push(node);
      }
      at += made.length;
    } else {
      // Plain letters are taken in one go: no rule starts with one, but an address does.
      const letters = /^(?:(?!https?:\/\/)[^\\`*_~|<[@\n])+/.exec(text.slice(at))?.[0] ?? text[at];
      plain += letters;
      at += letters.length;
    }
  }
  if (plain) out.push(plain);
  return out;
}

function firstRule(text, at) {
  const rest = text.slice(at);
  for (const [pattern, make] of RULES) {
    const found = pattern.exec(rest);
    const nodes = found && make(found, text.slice(0, at));
    if (nodes) return { nodes, length: found[0].length };
  }
  return null;
}

function mention(text, mine) {
  return el("span", { class: mine ? "mention me" : "mention" }, text);
}

function spoiler(inner) {
  return el(
    "span",
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": words.spoiler, data: { spoiler: "" } },
    el("span", { "aria-hidden": "true" }, inline(inner)),
  );
}

/** An emoji as the bot sends it: a character, or a picture of the application's own. */
export function emoji({ id, name }) {
  if (!id) return el("span", { class: "emoji" }, name ?? "");
  return el("img", {
    class: "emoji",
    src: `/cdn/emojis/${encodeURIComponent(id)}.png`,
    alt: `:${name}:`,
    width: "20",
    height: "20",
  });
}
