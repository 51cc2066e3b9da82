// Times in the reader's language; relative ones tick by themselves.

import { el } from "./dom.js";
import { state } from "./state.js";
import { words } from "./words.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

const locale = () => state.me?.locale ?? "en-US";

function absolute(date, style) {
  return new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f).format(date);
}

function relative(unix) {
  const away = unix - Date.now() / 1000;
  const [unit, seconds] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.round(away / seconds), unit);
}

/** The element for `<t:unix:style>`. It is kept out of live regions, or a countdown would be read aloud every second. */
export function timestamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${unix}>`);
  const text = style === "R" ? relative(unix) : absolute(date, style);
  const data = style === "R" ? { ticks: unix } : {};
  return el(
    "time",
    { class: "stamp", datetime: date.toISOString(), title: absolute(date, "F"), "aria-live": "off", data },
    text,
  );
}

/** When a message was written: the time, and the day unless it is today. */
export function written(iso) {
  const date = new Date(iso);
  const day = (time) => new Date(time).toDateString();
  const clock = absolute(date, "t");
  const text =
    day(date) === day(Date.now())
      ? clock
      : day(date) === day(Date.now() - 86_400_000)
        ? `${words.yesterday}, ${clock}`
        : `${absolute(date, "d")}, ${clock}`;
  return el("time", { datetime: date.toISOString(), title: absolute(date, "F") }, text);
}

setInterval(() => {
  for (const element of document.querySelectorAll("time[data-ticks]")) {
    const text = relative(Number(element.dataset.ticks));
    if (element.textContent !== text) element.textContent = text;
  }
}, 1000);
