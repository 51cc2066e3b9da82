// The message box: plain messages, replies, and the way into commands.

import { CommandLine } from "./commandline.js";
import { matching, runnable } from "./commands.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { interact } from "./interactions.js";
import { excerpt } from "./message.js";
import { Picker } from "./picker.js";
import { authorName, state } from "./state.js";
import { words } from "./words.js";

const joined = (...texts) => texts.filter(Boolean).join("\n");

export class Composer {
  constructor(client) {
    this.client = client;
    this.form = document.getElementById("composer");
    this.box = document.getElementById("box");
    this.sendButton = document.getElementById("send");
    this.replyBar = document.getElementById("replying");
    this.troubleLine = document.getElementById("trouble");
    this.picker = new Picker();
    this.line = null;
    this.replyTo = null;
    this.waits = 0; // commands not yet answered
    this.unsent = ""; // what could not be sent while a command was being written
    this.showSend(words.send);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.box.addEventListener("input", () => this.onInput());
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    this.box.addEventListener("blur", () => this.picker.hide());
    this.sendButton.addEventListener("keydown", (event) => {
      if (this.line && ["Backspace", "Escape"].includes(event.key)) this.leave();
    });
  }

  /** The box belongs to another channel now: what was begun for the one before is dropped. */
  leaveChannel() {
    if (this.line) this.leave();
    this.stopReplying();
    this.complain("");
  }

  showPlace(place) {
    this.box.setAttribute("aria-label", words.say(place));
    this.box.placeholder = words.sayHere;
  }

  complain(text) {
    this.troubleLine.textContent = text;
  }

  // --- plain messages and replies ---

  reply(message) {
    if (this.line) this.leave();
    this.replyTo = message.id;
    this.replyBar.hidden = false;
    this.replyBar.replaceChildren(
      el("span", {}, icon("reply"), words.replyingTo(authorName(message.author)), el("small", {}, excerpt(message))),
      el(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": words.stopReplying,
          title: words.stopReplying,
          on: { click: () => this.stopReplying(true) },
        },
        icon("close"),
      ),
    );
    this.box.focus();
  }

  stopReplying(focus = false) {
    this.replyTo = null;
    this.replyBar.hidden = true;
    if (focus) this.box.focus();
  }

  async say(content) {
    const { replyTo } = this;
    this.box.value = "";
    this.stopReplying();
    try {
      await this.client.say(state.channel, content, replyTo);
    } catch (error) {
      // Nothing that somebody wrote is thrown away because it could not be sent.
      if (this.line) this.unsent = joined(this.unsent, content);
      else this.box.value = joined(content, this.box.value);
      this.complain(error instanceof TypeError ? words.unreachable : error.message);
    }
  }

  submit() {
    this.complain("");
    if (this.line) return this.run();
    const content = this.box.value.trim();
    if (!content) return;
    if (!content.startsWith("/")) return this.say(content);
    const command = runnable().find(({ aliases }) => aliases.includes(content.slice(1).toLowerCase()));
    if (command) this.enter(command, true);
    else this.complain(words.noCommand);
  }

  onKey(event) {
    if (event.isComposing || this.picker.onKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const typed = this.box.value.trim().slice(1).toLowerCase();
      if (this.picker.open && !this.picker.active.command.aliases.includes(typed)) this.picker.pick();
      else this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.picker.open) {
      event.preventDefault();
      this.picker.pick();
    } else if (event.key === "Escape" && this.replyTo) this.stopReplying(true);
  }

  // --- commands ---

  onInput() {
    this.complain("");
    const text = this.box.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.picker.hide();
    const commands = runnable();
    const typed = text.slice(1).toLowerCase();
    const complete = commands.find(({ aliases }) => aliases.some((alias) => typed === `${alias} `));
    const longer = commands.some(({ aliases }) => aliases.some((alias) => alias.startsWith(typed)));
    if (complete && !longer) return this.enter(complete);
    const found = matching(
      commands.map((command) => ({ name: command.title, also: command.path.join(" "), command })),
      typed,
    );
    const items = found.map(({ command }) => ({
      title: `/${command.title}`,
      detail: command.description,
      command,
      extra: command.options.map((option) => (option.required ? option.name : `[${option.name}]`)).join(" "),
    }));
    this.picker.show(this.box, items, ({ command }) => this.enter(command), found.length ? "" : words.noCommand);
  }

  /** Starts a command. `run`: it was typed in full and meant, so it runs unless something is missing. */
  enter(command, run = false) {
    this.stopReplying();
    this.box.value = "";
    this.box.hidden = true;
    this.picker.hide();
    this.showSend(words.run);
    this.line = new CommandLine(this.picker, command, {
      onLeave: () => this.leave(`/${command.title}`),
      onReady: () => this.submit(),
      ask: (call) => this.client.autocomplete(state.channel, call),
    });
    if (this.line.focusMissing()) return;
    if (run) this.submit();
    else this.sendButton.focus();
  }

  leave(text = "") {
    this.line?.close();
    this.line = null;
    this.box.hidden = false;
    this.box.value = this.unsent || text;
    this.unsent = "";
    this.showSend(words.send);
    this.box.focus();
    if (text) this.onInput();
  }

  /** Other commands than before can be run, or they are there only now. */
  commandsChanged() {
    if (!this.line && this.box.value.startsWith("/") && document.activeElement === this.box) this.onInput();
  }

  focus() {
    if (this.line) this.line.focusMissing() || this.sendButton.focus();
    else this.box.focus();
  }

  async run() {
    const { line } = this;
    if (line.running) return;
    line.running = true;
    const { call, channel, problem, input } = await line.finish();
    line.running = false;
    if (this.line !== line) return;
    if (problem) {
      this.complain(problem);
      return input.focus();
    }
    this.leave();
    await this.wait(async () => {
      const event = await interact(this.client.command(channel, call));
      document.dispatchEvent(new Event("command"));
      if (event.type === "failed") this.complain(words.commandFailed(`/${line.command.title}`));
    });
  }

  /** Does something that the bot or the server answers; meanwhile the button turns, afterwards failures are told. */
  async wait(act) {
    this.waits += 1;
    this.sendButton.ariaBusy = "true";
    try {
      await act();
    } catch (error) {
      this.complain(error instanceof TypeError ? words.unreachable : error.message);
    }
    this.waits -= 1;
    if (!this.waits) this.sendButton.ariaBusy = null;
  }

  showSend(name) {
    this.sendButton.replaceChildren(icon("send"), el("span", {}, name));
    this.sendButton.setAttribute("aria-label", name);
  }
}
