// Wires the page together: loads what there is, listens for events, and opens channels.

import { Client, EventStream } from "./client.js";
import { Composer } from "./composer.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { connectInteractions, loseAll, settle } from "./interactions.js";
import { Log } from "./log.js";
import { mentionsMe } from "./message.js";
import { openModal } from "./modal.js";
import { chooseIdentity, Identity } from "./people.js";
import { Sidebar } from "./sidebar.js";
import { channelName, isDirect, meet, pingsIn, state } from "./state.js";
import { words } from "./words.js";

const WELCOMED = "welcomed";
const byId = (id) => document.getElementById(id);

for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];

byId("conversation").setAttribute("aria-label", words.messages);

let client, log, composer, sidebar, identity, stream;

async function start() {
  // The page may be open before the server is: keep asking, calmly.
  for (let people = null; !people;) {
    try {
      people = await Client.people();
      state.people = people;
    } catch {
      showConnection("waiting", 2);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
  state.me = chooseIdentity(state.people);
  client = new Client(state.me.key);
  const complain = (error) => composer.complain(error instanceof TypeError ? words.unreachable : error.message);
  composer = new Composer(client);
  log = new Log({ onReply: (message) => composer.reply(message), onError: complain });
  sidebar = new Sidebar(() =>
    client
      .openDirect()
      .then(({ id }) => (location.hash = id))
      .catch(complain),
  );
  identity = new Identity(client, complain);
  connectInteractions({ client, refresh: log.refresh, modal: (modal) => openModal(modal, client) });
  identity.draw();
  welcome();
  addEventListener("hashchange", () => openHash().catch(complain));
  stream = new EventStream(
    client,
    (event) => HANDLERS[event.type]?.(event),
    (kind, seconds) => {
      if (kind !== "connecting") loseAll();
      if (kind === "open") reload().catch(complain);
      showConnection(kind, seconds);
    },
  );
}

/** Everything anew, after the first connection and after each break: events may have been missed. */
async function reload() {
  byId("composer").dataset.ready = "no";
  await Promise.all([loadPeople(), loadChannels()]);
  await openHash(true);
}

async function loadPeople() {
  state.people = await Client.people();
  state.me = state.people.find((person) => person.key === state.me.key);
  identity.draw();
}

async function loadChannels() {
  state.channels = await client.channels();
  sidebar.draw();
}

async function loadCommands() {
  const { channel: place, me } = state;
  const channel = state.channels.find(({ id }) => id === place);
  const commands = await client.commands(me.locale, Boolean(channel && isDirect(channel)));
  if (state.channel !== place || state.me.locale !== me.locale) return; // others have been asked for since
  state.commands = commands;
  composer.commandsChanged();
}

const HANDLERS = {
  message: ({ message }) => arrived(message, true),
  message_update: ({ message }) => arrived(message, false),
  message_delete: ({ id, channel_id: channel }) => channel === state.channel && log.remove(id),
  channels: () => loadChannels().then(() => openHash()),
  people: () =>
    loadPeople()
      .then(loadChannels)
      .then(() => openHash(true)),
  commands: loadCommands,
  modal: settle,
  failed: settle,
  answered: settle,
};

function arrived(message, isNew) {
  meet(message);
  const here = message.channel_id === state.channel;
  if (here) log.put(message);
  if (!isNew || message.author.id === state.me.id || (here && document.hasFocus())) return;
  const unread = state.unread.get(message.channel_id) ?? { count: 0, pings: 0 };
  unread.count += 1;
  if (mentionsMe(message)) unread.pings += 1;
  state.unread.set(message.channel_id, unread);
  showUnread();
}

function showUnread() {
  const pings = [...state.unread.keys()].reduce((sum, channel) => sum + pingsIn(channel), 0);
  const place = channelName(state.channels.find(({ id }) => id === state.channel));
  document.title = `${pings ? `(${pings}) ` : ""}${place ? `${place} · ` : ""}${words.name}`;
  sidebar?.draw();
}

function read() {
  if (state.channel && document.hasFocus() && state.unread.delete(state.channel)) showUnread();
}
addEventListener("focus", read);
// As an address "#box" would name a channel.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  composer?.focus();
});

/**
 * Opens what the address names: #channel or #channel/message. A channel that is not known (yet) leaves one where one is,
 * and who is nowhere comes to the first channel.
 */
async function openHash(again = false) {
  const [wanted, message] = location.hash.slice(1).split("/");
  const channel =
    state.channels.find(({ id }) => id === wanted) ??
    state.channels.find(({ id }) => id === state.channel) ??
    state.channels.find(({ type }) => type === 0) ??
    state.channels[0];
  const changed = channel?.id !== state.channel;
  if (changed && channel) {
    state.channel = channel.id;
    if (channel.id !== wanted) history.replaceState(null, "", `${location.search}#${channel.id}`);
    composer.leaveChannel();
  }
  showPlace(channel);
  identity.draw();
  state.unread.delete(channel?.id);
  showUnread();
  if (!channel) {
    state.channel = null;
    log.clear();
    byId("composer").dataset.ready = "yes";
    return;
  }
  // Which commands there are depends on the place and the reader's language.
  if (changed || again) {
    byId("composer").dataset.ready = "no";
    await Promise.all([log.open(client, channel.id), loadCommands()]);
    if (state.channel !== channel.id) return; // another one has been opened since
    byId("composer").dataset.ready = "yes";
  }
  showPlace(channel);
  showUnread();
  if (message) {
    await log.jump(message);
    if (state.channel !== channel.id) return;
    history.replaceState(null, "", `${location.search}#${channel.id}`);
  }
}

/** Above and in the box; again once the messages are there, for only they tell what the bot is called. */
function showPlace(channel) {
  const kind = channel && (isDirect(channel) ? "person" : channel.type === 0 ? "channel" : "thread");
  byId("place").replaceChildren(...(channel ? [icon(kind), el("span", {}, channelName(channel))] : []));
  composer.showPlace(channelName(channel));
}

function showConnection(kind, seconds) {
  const line = byId("connection");
  const text = kind === "open" ? words.connected : words.connecting;
  line.className = kind;
  line.replaceChildren(el("span", { class: "dot", "aria-hidden": "true" }), text);
  const banner = byId("offline");
  // The first attempt after a break is quick; only what lasts longer gets a banner.
  banner.hidden = kind === "open" || (banner.hidden && (seconds ?? 0) < 1);
  if (kind === "waiting" && !banner.hidden) {
    banner.replaceChildren(
      words.lost(Math.ceil(seconds)),
      " ",
      el("button", { type: "button", class: "textual", on: { click: () => stream?.connect() } }, words.tryNow),
    );
  }
}

function welcome() {
  const section = byId("welcome");
  if (localStorage.getItem(WELCOMED)) return;
  const putAway = () => {
    localStorage.setItem(WELCOMED, "yes");
    section.hidden = true;
  };
  // Whoever has run a command knows the way.
  document.addEventListener("command", putAway, { once: true });
  section.hidden = false;
  section.append(
    el("h2", { id: "welcome-title" }, words.welcomeTitle),
    el("p", {}, words.welcome),
    el(
      "ol",
      {},
      words.steps.map((step) => el("li", {}, step)),
    ),
    el(
      "button",
      {
        type: "button",
        class: "button secondary",
        on: {
          click: () => {
            putAway();
            byId("box").focus();
          },
        },
      },
      words.gotIt,
    ),
  );
}

start();
