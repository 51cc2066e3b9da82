// Making and changing elements. Text only ever enters as text nodes or attributes, never as markup.

/**
 * An element. `properties`: `class`, `on` (event → listener), `data` (dataset), `colour` (the CSS variable --colour);
 * everything else is an attribute, where true means present and false, null or undefined mean absent.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "colour") element.style.setProperty("--colour", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Makes `old` look like `fresh` and keeps every node that need not change, so that focus, open menus and loaded
 * pictures survive. An element with `data-atom` is kept whole while that string is the same, and replaced otherwise;
 * whatever carries listeners of its own must be an atom.
 */
export function morph(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    // The policy forbids style attributes, but not the style object behind them.
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const found = match(at, wanted);
    if (!found) {
      old.insertBefore(wanted, at);
      continue;
    }
    while (at !== found) at = drop(at);
    at = found.nextSibling;
    if (found.nodeType === Node.TEXT_NODE) {
      if (found.data !== wanted.data) found.data = wanted.data;
    } else if (!found.dataset?.atom) morph(found, wanted);
  }
  while (at) at = drop(at);
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** The node that can become `wanted`: for atoms the next equal one, otherwise the very next node if it is alike. */
function match(at, wanted) {
  if (wanted.dataset?.atom) {
    let node = at;
    while (node && node.dataset?.atom !== wanted.dataset.atom) node = node.nextSibling;
    return node;
  }
  const alike = at && at.nodeType === wanted.nodeType && at.nodeName === wanted.nodeName;
  return alike && at.className === wanted.className && !at.dataset?.atom ? at : null;
}

/** An attachment's address as this page reaches it, whichever name of the loopback the server was told. */
export function localAddress(address) {
  if (!URL.canParse(address, location.href)) return "";
  const url = new URL(address, location.href);
  if (url.pathname.startsWith("/cdn/")) return url.pathname + url.search;
  return ["http:", "https:"].includes(url.protocol) ? url.href : "";
}

/** A link: inside the page when it points to a message or channel, otherwise in a new window, and only to the web. */
export function link(address, properties, ...children) {
  const inside = /^https?:\/\/[^/]+\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(address);
  if (inside) {
    return el("a", { ...properties, href: `#${inside[1]}${inside[2] ? `/${inside[2]}` : ""}` }, ...children);
  }
  const href = localAddress(address);
  if (!href) return el("span", properties, ...children);
  return el("a", { ...properties, href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}
