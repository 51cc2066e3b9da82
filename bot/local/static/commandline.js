// The box while a command is being written: its name and one small input an option.

import {
  call,
  exactChoice,
  fixedChoices,
  localDescription,
  localName,
  matching,
  TYPE,
  typedValue,
} from "./commands.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { state } from "./state.js";
import { words } from "./words.js";

const INPUT_MODE = { [TYPE.integer]: "numeric", [TYPE.number]: "decimal" };

/** `onLeave()` goes back to plain writing; `onReady()` runs the command; `ask(call)` asks the bot for suggestions. */
export class CommandLine {
  constructor(picker, command, { onLeave, onReady, ask }) {
    Object.assign(this, { picker, command, onLeave, onReady, ask, fields: new Map(), asked: 0 });
    this.root = document.getElementById("command");
    this.root.hidden = false;
    this.root.setAttribute("aria-label", `/${command.title}`);
    this.root.replaceChildren(
      el(
        "span",
        { class: "slash" },
        `/${command.title}`,
        el(
          "button",
          {
            type: "button",
            class: "plain",
            "aria-label": words.leaveCommand,
            title: words.leaveCommand,
            on: { click: onLeave },
          },
          icon("close"),
        ),
      ),
    );
    for (const option of command.options) this.root.append(this.place(option));
  }

  /** A required option is an input at once, an optional one first a small button. */
  place(option) {
    if (option.required) return this.field(option);
    const name = localName(option);
    return el(
      "button",
      {
        type: "button",
        class: "optional",
        title: localDescription(option),
        "aria-label": words.addOption(name),
        data: { option: option.name },
        on: { click: () => this.add(option) },
      },
      `+ ${name}`,
    );
  }

  add(option) {
    if (!this.fields.has(option.name))
      this.root
        .querySelector(`button.optional[data-option="${CSS.escape(option.name)}"]`)
        .replaceWith(this.field(option));
    this.fields.get(option.name).input.focus();
  }

  field(option) {
    const fixed = fixedChoices(option);
    const suggests = Boolean(fixed || option.autocomplete);
    const input = el("input", {
      type: "text",
      inputmode: INPUT_MODE[option.type],
      maxlength: option.max_length ?? 6000,
      "aria-describedby": "hint",
      "aria-required": option.required ? "true" : null,
      "data-option": option.name,
      ...(suggests
        ? { role: "combobox", "aria-expanded": "false", "aria-controls": "picker", "aria-autocomplete": "list" }
        : {}),
      on: {
        focus: () => this.show(option),
        input: () => this.onInput(option),
        keydown: (event) => this.onKey(event, option),
        blur: () => this.picker.hide(),
      },
    });
    this.fields.set(option.name, { option, input, fixed, chosen: null });
    return el("label", { class: option.required ? "field" : "field extra" }, el("span", {}, localName(option)), input);
  }

  /** Puts the focus where the next value is missing; false if none is. */
  focusMissing() {
    const missing = [...this.fields.values()].find(({ option, input }) => option.required && !input.value.trim());
    missing?.input.focus();
    return Boolean(missing);
  }

  onInput(option) {
    const field = this.fields.get(option.name);
    field.chosen = null;
    // "rules:" typed anywhere moves on to that option, as people who type whole commands expect.
    const named = /(^|\s)([^\s:]+):$/.exec(field.input.value);
    const other =
      named && this.command.options.find((candidate) => [candidate.name, localName(candidate)].includes(named[2]));
    if (other) {
      field.input.value = field.input.value.slice(0, named.index);
      if (other !== option) return this.add(other);
    }
    this.show(option);
  }

  onKey(event, option) {
    const field = this.fields.get(option.name);
    if (event.isComposing || this.picker.onKey(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.onEnter(field);
    } else if (event.key === "Tab" && !event.shiftKey && this.offers(field)) {
      event.preventDefault();
      this.picker.pick();
    } else if (event.key === "Escape" || (event.key === "Backspace" && !field.input.value)) {
      event.preventDefault();
      this.back(field);
    }
  }

  /** Takes the suggestion for what stands there, once it has come, or runs what was typed whole or picked before. */
  async onEnter(field) {
    const typed = field.input.value;
    await field.suggesting;
    // Who left the option or typed on meanwhile means something else by now.
    if (document.activeElement !== field.input || (!field.chosen && field.input.value !== typed)) return;
    if (this.offers(field)) {
      const exact = exactChoice([this.picker.active.choice], typed);
      this.picker.pick();
      // Somebody who typed the whole value means "run it"; somebody who picked it may want to add something.
      if (!exact || this.focusMissing()) return;
    }
    this.picker.hide();
    if (!this.focusMissing()) this.onReady();
  }

  /** Suggestions for what stood there a moment ago must not replace what was typed since. */
  offers(field) {
    return this.picker.open && !field.chosen && field.suggestedFor === field.input.value;
  }

  /** From an empty option to the one before it; from the first out of the command. */
  back(field) {
    const inputs = [...this.root.querySelectorAll("input")];
    const before = inputs[inputs.indexOf(field.input) - 1];
    if (!field.option.required && !field.input.value) {
      this.fields.delete(field.option.name);
      field.input.closest("label").replaceWith(this.place(field.option));
    }
    if (before) before.focus();
    else this.onLeave();
  }

  /** Lists what may stand in the field that is being written. */
  show(option) {
    const field = this.fields.get(option.name);
    field.suggesting = this.suggest(field);
  }

  async suggest(field) {
    const { option, input } = field;
    const typed = input.value;
    const hint = `${localDescription(option)}${option.required ? "" : ` (${words.optional})`}`;
    const asked = ++this.asked;
    const current = () => asked === this.asked && document.activeElement === input;
    let choices = field.fixed && matching(field.fixed, field.chosen ? "" : input.value);
    if (option.autocomplete) {
      if (!this.picker.open) this.picker.show(input, [], () => {}, hint);
      try {
        choices = await this.remote(field);
      } catch {
        choices = [];
      }
    }
    if (!current()) return;
    field.suggestedFor = typed;
    const items = (choices ?? []).map((choice) => ({ title: choice.name, choice }));
    this.picker.show(input, items, ({ choice }) => this.choose(field, choice), hint);
  }

  remote(field) {
    const others = [...this.fields.values()]
      .filter((other) => other !== field && other.input.value.trim())
      .map(({ option, input, chosen, fixed }) => ({
        name: option.name,
        type: option.type,
        value: chosen?.value ?? typedValue(option, input.value, fixed).value ?? input.value,
      }));
    return this.ask(
      call(this.command, [
        ...others,
        { name: field.option.name, type: field.option.type, value: field.input.value, focused: true },
      ]),
    ).then((answer) =>
      (answer.choices ?? []).map((choice) => ({ ...choice, name: localName(choice), also: choice.name })),
    );
  }

  choose(field, choice) {
    field.chosen = choice;
    field.input.value = choice.name;
    this.asked += 1;
    if (!this.focusMissing()) this.picker.show(field.input, [], () => {}, words.runHint);
  }

  /** The finished call, or {problem, input}. What the bot would complete is completed first. */
  async finish() {
    const values = [];
    for (const field of this.fields.values()) {
      const { option, input, fixed, chosen } = field;
      if (!input.value.trim()) {
        if (option.required) return { problem: words.needsOption(localName(option)), input };
        continue;
      }
      if (chosen) {
        values.push({ name: option.name, type: option.type, value: chosen.value });
        continue;
      }
      const choices = option.autocomplete ? await this.remote(field).catch(() => []) : fixed;
      const { value, problem } = typedValue(option, input.value.trim(), choices, Boolean(fixed));
      if (problem) return { problem, input };
      values.push({ name: option.name, type: option.type, value });
    }
    return { call: call(this.command, values), channel: state.channel };
  }

  close() {
    this.asked += 1;
    this.root.hidden = true;
    this.root.replaceChildren();
    this.picker.hide();
  }
}
