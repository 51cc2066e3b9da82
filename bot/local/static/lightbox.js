// A picture as large as the window allows, with its words below.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

export function enlarge(image) {
  const dialog = el(
    "dialog",
    {
      class: "lightbox",
      "aria-label": words.picture,
      on: { click: () => dialog.close(), close: () => dialog.remove() },
    },
    el("button", { type: "button", class: "plain", "aria-label": words.close }, icon("close")),
    el(
      "figure",
      {},
      el("img", { src: image.getAttribute("src"), alt: image.alt }),
      image.alt === words.picture ? null : el("figcaption", { "aria-hidden": "true" }, image.alt),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
