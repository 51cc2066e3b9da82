// A dialog that the bot opens: text inputs, selects, radio buttons, checkboxes and text.

import { choicesOf } from "./components.js";
import { el } from "./dom.js";
import { interact } from "./interactions.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { words } from "./words.js";

let counter = 0;

/** Opens `modal` ({interaction_id, title, components}). `client` submits it; it closes when the bot has answered. */
export function openModal(modal, client) {
  const fields = []; // [{id, value(), problem()}]
  const id = `modal-${++counter}`;
  const trouble = el("p", { class: "trouble", role: "alert" });
  const submit = el("button", { type: "submit", class: "button primary" }, words.submit);
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el("h2", { id }, modal.title),
    (modal.components ?? []).map((component) => item(component, fields)),
    trouble,
    el(
      "footer",
      {},
      el("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, words.cancel),
      submit,
    ),
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": id, on: { close: () => dialog.remove() } }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });

  async function send() {
    const problems = fields.map((field) => field.show());
    if (problems.some(Boolean)) return fields[problems.findIndex(Boolean)].focus();
    if (submit.disabled) return;
    trouble.textContent = "";
    submit.disabled = true;
    submit.setAttribute("aria-busy", "true");
    try {
      const values = Object.fromEntries(fields.map((field) => [field.id, field.value()]));
      const event = await interact(client.submit(modal.interaction_id, values));
      if (event.type !== "failed") return dialog.close();
      trouble.textContent = words.modalFailed;
    } catch (error) {
      trouble.textContent = error instanceof TypeError ? words.unreachable : error.message;
    }
    submit.disabled = false;
    submit.removeAttribute("aria-busy");
  }

  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .menu-button")?.focus();
}

function item(component, fields) {
  if (component.type === 10) return el("div", { class: "text" }, markdown(component.content));
  if (component.type === 1)
    return component.components.map((child) =>
      labelled({ label: child.label ?? child.placeholder ?? "", component: child }, fields),
    );
  if (component.type === 18) return labelled(component, fields);
  return null;
}

/** One input with its label, description and the place where it says what is wrong. */
function labelled({ label, description, component }, fields) {
  const id = `field-${++counter}`;
  const input = INPUTS[component.type]?.(component, id, label);
  if (!input) return el("p", { class: "trouble" }, words.noFiles);
  const problem = el("small", { class: "problem", id: `${id}-problem` });
  fields.push({
    id: component.custom_id,
    value: input.value,
    focus: input.focus,
    show: () => {
      problem.textContent = input.problem();
      return problem.textContent;
    },
  });
  const star =
    component.required === false || component.type === 23
      ? null
      : el("span", { class: "star", title: words.required, "aria-hidden": "true" }, " *");
  const about = description ? el("small", { id: `${id}-about` }, description) : null;
  const name = [label, star];
  if (input.group)
    return el(
      "fieldset",
      { class: "input", "aria-describedby": `${id}-about ${id}-problem` },
      el("legend", {}, name),
      about,
      input.element,
      problem,
    );
  return el("div", { class: "input" }, el("label", { for: id }, name), about, input.element, problem);
}

const INPUTS = {
  3: selectInput,
  4: textInput,
  5: selectInput,
  6: selectInput,
  7: selectInput,
  8: selectInput,
  21: radioInput,
  22: checkboxesInput,
  23: checkboxInput,
};

function textInput(component, id) {
  const shared = {
    id,
    name: component.custom_id,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    "aria-required": component.required === false ? null : "true",
    "aria-describedby": `${id}-about ${id}-problem`,
    autocomplete: "off",
  };
  const element =
    component.style === 2 ? el("textarea", { ...shared, rows: "4" }) : el("input", { ...shared, type: "text" });
  element.value = component.value ?? "";
  return {
    element,
    focus: () => element.focus(),
    value: () => element.value,
    problem: () => {
      const length = element.value.length;
      if (!length) return component.required === false ? "" : words.required;
      return length < (component.min_length ?? 0) ? words.atLeast(component.min_length) : "";
    },
  };
}

function selectInput(component, id, label) {
  const needed = component.required !== false;
  const least = component.min_values ?? 1;
  // What need not be answered must be possible to take back, so its list allows none.
  const element = menu(choicesOf(component), {
    label: label || component.placeholder,
    placeholder: component.placeholder,
    least: needed ? least : 0,
    most: component.max_values ?? 1,
    disabled: component.disabled,
  });
  const button = element.querySelector(".menu-button");
  button.id = id;
  return {
    element,
    focus: () => button.focus(),
    value: () => element.values,
    problem: () =>
      element.values.length < least && (needed || element.values.length)
        ? words.chooseCount(least, component.max_values ?? 1)
        : "",
  };
}

/** The inputs of a radio or checkbox group, one an option. */
function group(component, id, type) {
  const inputs = component.options.map((option) =>
    el("input", { type, name: id, value: option.value, checked: option.default }),
  );
  const element = el(
    "div",
    { class: "group" },
    component.options.map((option, index) =>
      el(
        "label",
        {},
        inputs[index],
        el("span", {}, option.label, option.description ? el("small", {}, option.description) : null),
      ),
    ),
  );
  return {
    element,
    group: true,
    focus: () => inputs[0].focus(),
    chosen: () => inputs.filter((input) => input.checked).map((input) => input.value),
  };
}

function radioInput(component, id) {
  const made = group(component, id, "radio");
  return {
    ...made,
    value: () => made.chosen()[0] ?? null,
    problem: () => (component.required === false || made.chosen().length ? "" : words.required),
  };
}

function checkboxesInput(component, id) {
  const made = group(component, id, "checkbox");
  const least = component.min_values ?? (component.required === false ? 0 : 1);
  const most = component.max_values ?? component.options.length;
  return {
    ...made,
    value: made.chosen,
    problem: () => {
      const { length } = made.chosen();
      if (!length && component.required === false) return "";
      return length < least || length > most ? words.chooseCount(least, most) : "";
    },
  };
}

function checkboxInput(component, id) {
  const element = el("input", {
    type: "checkbox",
    id,
    checked: component.default,
    "aria-describedby": `${id}-about ${id}-problem`,
  });
  return { element, focus: () => element.focus(), value: () => element.checked, problem: () => "" };
}
