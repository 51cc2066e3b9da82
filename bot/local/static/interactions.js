// Everything that waits for the bot's answer: presses, commands and dialogs.
// The answer comes as an event, sometimes before the request that caused it has returned.

import { state } from "./state.js";
import { words } from "./words.js";

const waiting = new Map(); // interaction id → resolve
const early = new Map(); // interaction id → event that came before its request returned
let breaks = 0; // how often the connection was lost or came back
const hooks = { client: null, refresh: () => {}, modal: () => {} };

/** main.js says whom to ask, how to draw a message again and how to open a dialog. */
export function connectInteractions(given) {
  Object.assign(hooks, given);
}

/** An `answered`, `failed` or `modal` event has come. Answers to another window of the same person stay unclaimed. */
export function settle(event) {
  const resolve = waiting.get(event.interaction_id);
  waiting.delete(event.interaction_id);
  if (resolve) return resolve(event);
  early.set(event.interaction_id, event);
  if (early.size > 50) early.delete(early.keys().next().value);
}

/** The connection broke, or is there again: whatever was under way may never be heard of. */
export function loseAll() {
  breaks += 1;
  for (const resolve of waiting.values()) resolve({ type: "failed" });
  waiting.clear();
}

/** Sends a request that answers `{interaction_id}` and waits for what becomes of it; opens the dialog if it is one. */
export async function interact(request) {
  const before = breaks;
  const { interaction_id: id } = await request;
  const lost = breaks !== before && { type: "failed" };
  const event = early.get(id) || lost || (await new Promise((resolve) => waiting.set(id, resolve)));
  early.delete(id);
  if (event.type === "modal") hooks.modal(event);
  return event;
}

/** Presses a button, or chooses in a menu, of a message. */
export async function press(messageId, customId, values) {
  const key = `${messageId}/${customId}`;
  if (state.busy.has(key)) return;
  state.busy.add(key);
  state.trouble.delete(messageId);
  hooks.refresh(messageId);
  try {
    const event = await interact(hooks.client.press(messageId, customId, values));
    if (event.type === "failed") state.trouble.set(messageId, words.failed);
  } catch (error) {
    state.trouble.set(messageId, error instanceof TypeError ? words.unreachable : error.message);
  }
  state.busy.delete(key);
  hooks.refresh(messageId);
}
