import { element } from "./dom.js";
import { visible } from "./visible.js";

const SHOWN_PER_PIECE = 4000;

/** The text as nodes, each stretch that diagnostics cover inside a `<mark>`. */
export function markedText(text, diagnostics) {
  const fragment = document.createDocumentFragment();
  for (const piece of pieces(text.length, diagnostics)) {
    fragment.append(...piece.points.map((diagnostic) => mark([diagnostic], "point")));
    const shown = visible(text.slice(piece.start, piece.end), SHOWN_PER_PIECE);
    fragment.append(piece.spans.length > 0 ? mark(piece.spans, "span", shown) : shown);
  }
  return fragment;
}

/**
 * Spans may overlap and may be empty. Cut at every place where one begins or
 * ends, so that each piece lies wholly inside or outside of every span.
 */
function pieces(length, diagnostics) {
  const cuts = new Set([0, length]);
  for (const { start, end } of diagnostics) cuts.add(start).add(end);
  const places = [...cuts].sort((a, b) => a - b);
  return places.map((start, index) => {
    const end = places[index + 1] ?? start;
    return {
      start,
      end,
      points: diagnostics.filter((d) => d.start === d.end && d.start === start),
      spans: start === end ? [] : diagnostics.filter((d) => d.start <= start && d.end >= end && d.start < d.end),
    };
  });
}

function mark(diagnostics, shape, ...children) {
  const codes = diagnostics.map((d) => d.code).join(" ");
  return element("mark", { class: shape, "data-severity": worst(diagnostics), "data-codes": codes, title: codes }, ...children);
}

/** The severity of the worst; "none" where there is nothing to report. */
export function worst(diagnostics) {
  if (diagnostics.some(({ severity }) => severity === "error")) return "error";
  return diagnostics.length > 0 ? "warning" : "none";
}
