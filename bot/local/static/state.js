// What this window knows. One object, changed only by main.js, log.js and interactions.js; everybody reads it.

import { words } from "./words.js";

export const state = {
  me: null, // {key, id, name, locale, dm_open, in_guild, manage_messages, manage_guild}
  people: [],
  channels: [],
  commands: [],
  bot: null, // the bot's name, once it has said something
  channel: null, // id of the open channel
  names: new Map(), // user id → name, of everybody seen so far
  unread: new Map(), // channel id → {count, pings}
  busy: new Set(), // "message/custom_id" of presses not yet answered
  trouble: new Map(), // message id → what to say below it
};

/** Remembers who wrote a message, for mentions of people whom nobody told us about, and who the bot is. */
export function meet({ author }) {
  state.names.set(author.id, author.global_name ?? author.username);
  if (author.bot) state.bot = author.global_name ?? author.username;
}

export function nameOf(id) {
  return state.people.find((person) => person.id === id)?.name ?? state.names.get(id) ?? id;
}

export function authorName(user) {
  return state.people.find((person) => person.id === user.id)?.name ?? user.global_name ?? user.username ?? user.id;
}

/** How often the reader is meant in what is unread there: each time in a direct message, else when mentioned. */
export function pingsIn(channelId) {
  const unread = state.unread.get(channelId);
  const channel = state.channels.find(({ id }) => id === channelId);
  return (channel && isDirect(channel) ? unread?.count : unread?.pings) ?? 0;
}

export const THREADS = [10, 11, 12];
export const isDirect = (channel) => channel.type === 1 || channel.type === 3;

export function channelName(channel) {
  if (!channel) return "";
  // A conversation carries its person's name on the server; for that person it is the bot's.
  return isDirect(channel) ? (state.bot ?? words.theBot) : channel.name;
}
