// Line icons of our own, drawn on a 24 × 24 grid. Only strokes, so that they take the colour of the text.

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h11",
  close: "M6 6l12 12M18 6L6 18",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  send: "M5 12h13M12 5l7 7-7 7",
  reply: "M10 6L4 12l6 6M4 12h9a7 7 0 0 1 7 7",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  channel: "M5 5h14v10h-8l-4 4v-4H5z",
  thread: "M6 4v8a4 4 0 0 0 4 4h9M15 12l4 4-4 4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20a7.5 7.5 0 0 1 15 0",
  window: "M4 5h16v14H4zM4 9h16",
  down: "M6 9l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7",
};

const SVG = "http://www.w3.org/2000/svg";

/** An icon that screen readers skip; whatever carries it has its own name. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
