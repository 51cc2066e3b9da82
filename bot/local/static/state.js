// What this window knows. One object, changed only by main.js, log.js and interactions.js; everybody reads it.

export const state = {
  me: null, // {key, id, name, locale, dm_open, in_guild, manage_messages, manage_guild}
  people: [],
  channels: [],
  commands: [],
  channel: null, // id of the open channel
  names: new Map(), // user id → name, of everybody seen so far
  unread: new Map(), // channel id → {count, pings}
  busy: new Set(), // "message/custom_id" of presses not yet answered
  trouble: new Map(), // message id → what to say below it
};

export function nameOf(id) {
  return state.people.find((person) => person.id === id)?.name ?? state.names.get(id) ?? id;
}

export function authorName(user) {
  return state.people.find((person) => person.id === user.id)?.name ?? user.global_name ?? user.username ?? user.id;
}

export const THREADS = [10, 11, 12];
export const isDirect = (channel) => channel.type === 1 || channel.type === 3;

export function channelName(channel) {
  if (!channel) return "";
  if (isDirect(channel)) return channel.name ?? channel.recipients?.map(authorName).join(", ") ?? channel.id;
  return channel.name;
}
