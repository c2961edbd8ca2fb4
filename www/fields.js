import { element } from "./dom.js";
import { visible } from "./visible.js";

const FIRST = ["kind", "protocol", "role", "claimedRole", "action", "id", "target", "complete"];
const NOT_BETWEEN = new Set([...FIRST, "content", "diagnostics"]);

/** The rows of the table: what every message has, what its kind adds, the content last. */
export function fieldRows(message) {
  const own = Object.keys(message).filter((name) => !NOT_BETWEEN.has(name));
  return [...FIRST, ...own, "content"].map((name) =>
    element(
      "tr",
      { "data-field": name },
      element("th", { scope: "row", lang: "en" }, name),
      element("td", {}, element("div", { class: "value" }, shown(message[name]))),
    ),
  );
}

function shown(value) {
  if (Array.isArray(value)) return list(value);
  if (typeof value === "string") return value === "" ? quiet("empty", "") : visible(value);
  if (value === null) return quiet("null", "null");
  return element("code", { lang: "en" }, String(value));
}

function quiet(name, text) {
  return element("span", { class: name, lang: "en" }, text);
}

function list(values) {
  if (values.length === 0) return quiet("null", "[]");
  return element("ul", {}, ...values.map((value) => element("li", {}, ...entry(value))));
}

function entry(value) {
  if (!Array.isArray(value)) return [visible(value)];
  const [name, text] = value;
  return [element("code", {}, visible(name)), " = ", visible(text)];
}
