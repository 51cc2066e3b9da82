// The user side of the server: requests, and the stream of events that comes back by itself after a break.

export class Refused extends Error {}

async function request(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(path, options);
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = { error: text.slice(0, 200) };
  }
  if (!response.ok) throw new Refused(answer?.error ?? `${response.status}`);
  return answer;
}

/** All calls of one person. They reject with Refused (the server said why) or TypeError (no server). */
export class Client {
  constructor(who) {
    this.base = `/user/${encodeURIComponent(who)}`;
  }

  static people = () => request("GET", "/user/people");
  change = (changes) => request("PATCH", this.base, changes);
  channels = () => request("GET", `${this.base}/channels`);
  openDirect = () => request("POST", `${this.base}/dm`, {});
  commands = (locale, direct) =>
    request("GET", `${this.base}/commands?locale=${encodeURIComponent(locale)}${direct ? "&dm=1" : ""}`);
  messages = (channel, limit, before) =>
    request("GET", `${this.base}/channels/${channel}/messages?limit=${limit}${before ? `&before=${before}` : ""}`);
  say = (channel, content, replyTo) =>
    request(
      "POST",
      `${this.base}/channels/${channel}/messages`,
      replyTo ? { content, reply_to: replyTo } : { content },
    );
  remove = (message) => request("DELETE", `${this.base}/messages/${message}`);
  dismiss = (channel, message) => request("POST", `${this.base}/channels/${channel}/dismiss`, { message_id: message });
  command = (channel, call) => request("POST", `${this.base}/channels/${channel}/commands`, call);
  autocomplete = (channel, call) => request("POST", `${this.base}/channels/${channel}/autocomplete`, call);
  press = (message, customId, values) =>
    request(
      "POST",
      `${this.base}/messages/${message}/press`,
      values ? { custom_id: customId, values } : { custom_id: customId },
    );
  submit = (interaction, values) => request("POST", `${this.base}/modals/${interaction}`, { values });
}

const PAUSES = [0.5, 1, 2, 4, 8]; // seconds between attempts; the last one repeats

/** Events of one person. `onState(kind, seconds)` with "open", "connecting" or "waiting"; `onEvent` with each event. */
export class EventStream {
  constructor(client, onEvent, onState) {
    Object.assign(this, { client, onEvent, onState, failures: 0 });
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    this.onState("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}${this.client.base}/events`);
    this.socket.onopen = () => {
      this.failures = 0;
      this.onState("open");
    };
    this.socket.onmessage = ({ data }) => this.onEvent(JSON.parse(data));
    this.socket.onclose = () => this.wait(PAUSES[Math.min(this.failures++, PAUSES.length - 1)]);
  }

  wait(seconds) {
    this.onState("waiting", seconds);
    this.timer = setTimeout(() => (seconds > 1 ? this.wait(seconds - 1) : this.connect()), Math.min(seconds, 1) * 1000);
  }
}
