// Slash commands as the registry gives them: flattened to what can be run, and their options' values.

import { channelName, isDirect, state } from "./state.js";
import { words } from "./words.js";

const SUBCOMMAND = 1;
const GROUP = 2;
export const TYPE = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, mentionable: 9, number: 10 };

const localName = (thing) => thing.name_localized ?? thing.name_localizations?.[state.me.locale] ?? thing.name;
const localDescription = (thing) =>
  thing.description_localized ?? thing.description_localizations?.[state.me.locale] ?? thing.description ?? "";
export { localDescription, localName };

const MANAGE_GUILD = 1n << 5n;
const MANAGE_MESSAGES = 1n << 13n;

/** Commands that need a permission are not offered to those without it; the server refuses them anyway. */
function permitted({ default_member_permissions: needed }) {
  const missing = (state.me.manage_guild ? 0n : MANAGE_GUILD) | (state.me.manage_messages ? 0n : MANAGE_MESSAGES);
  return !needed || (BigInt(needed) & missing) === 0n;
}

/** Everything that can be run: [{path, title, aliases, description, options}]; `path` are the default-language names. */
export function runnable() {
  const out = [];
  const walk = (thing, path, titles) => {
    const names = [...path, thing.name];
    const shown = [...titles, localName(thing)];
    const options = thing.options ?? [];
    const nested = options.filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
    if (nested.length) return nested.forEach((option) => walk(option, names, shown));
    const sorted = [...options].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
    out.push({
      path: names,
      title: shown.join(" "),
      aliases: [shown.join(" "), names.join(" ")],
      description: localDescription(thing),
      options: sorted,
    });
  };
  for (const command of state.commands) if ((command.type ?? 1) === 1 && permitted(command)) walk(command, [], []);
  return out.sort((a, b) => a.title.localeCompare(b.title));
}

/** The call that the server takes; subcommands wrap the options, innermost last. */
export function call(command, options) {
  const [name, ...rest] = command.path;
  const inner = rest.reduceRight(
    (within, part, index) => [{ name: part, type: index === rest.length - 1 ? SUBCOMMAND : GROUP, options: within }],
    options,
  );
  return { name, options: inner };
}

/** The fixed values an option offers, as [{name, value}]; null if it is typed freely or asked from the bot. */
export function fixedChoices(option) {
  if (option.choices?.length)
    return option.choices.map((choice) => ({ name: localName(choice), value: choice.value, also: choice.name }));
  if (option.type === TYPE.boolean)
    return [
      { name: words.yes, value: true },
      { name: words.no, value: false },
    ];
  if (option.type === TYPE.user || option.type === TYPE.mentionable)
    return state.people.map((person) => ({ name: person.name, value: person.id, also: person.key }));
  if (option.type === TYPE.channel) {
    return state.channels
      .filter(
        (channel) =>
          !isDirect(channel) && (!option.channel_types?.length || option.channel_types.includes(channel.type)),
      )
      .map((channel) => ({ name: channelName(channel), value: channel.id }));
  }
  return null;
}

const plain = (text) => String(text).trim().toLowerCase().replace(/^@|^#/, "");

/** The choice that is meant by exactly this text, by its name or its value. */
export function exactChoice(choices, text) {
  const wanted = plain(text);
  return choices.find((choice) =>
    [choice.name, choice.also, choice.value].some((form) => form !== undefined && plain(form) === wanted),
  );
}

/** Choices that contain the text, those that begin with it first; at most 25. */
export function matching(choices, text) {
  const wanted = plain(text);
  const rank = (choice) =>
    Math.min(
      ...[choice.name, choice.also]
        .filter(Boolean)
        .map((form) => (plain(form).startsWith(wanted) ? 0 : plain(form).includes(wanted) ? 1 : 2)),
    );
  return choices
    .map((choice) => [rank(choice), choice])
    .filter(([found]) => found < 2)
    .sort((a, b) => a[0] - b[0])
    .map(([, choice]) => choice)
    .slice(0, 25);
}

/** The value to send for what was typed, or the words that say what is wrong with it: {value} or {problem}. */
export function typedValue(option, text, choices, closed) {
  const exact = choices && exactChoice(choices, text);
  if (exact) return { value: exact.value };
  if (closed) return { problem: words.needsChoice(localName(option)) };
  if (option.type === TYPE.integer)
    return /^-?\d+$/.test(text.trim()) ? { value: Number(text) } : { problem: words.needsWhole(localName(option)) };
  if (option.type === TYPE.number)
    return text.trim() && Number.isFinite(Number(text))
      ? { value: Number(text) }
      : { problem: words.needsNumber(localName(option)) };
  return { value: text };
}
