// Where things stand on the page, in CSS pixels.

export function box(element) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
}

/** The boxes of each code unit of the texts in the element, or of every so many. */
export function glyphBoxes(element, step = 1) {
  return textNodes(element).flatMap((node) => {
    const places = Array.from(node.data, (_, at) => at).filter((at) => at % step === 0);
    return places.map((at) => box(rangeOf(node, at, at + 1)));
  });
}

/** How many lines the text in the element takes. */
export function lineCount(element) {
  const rects = textNodes(element).flatMap((node) => [...rangeOf(node, 0, node.length).getClientRects()]);
  return new Set(rects.map(({ top }) => Math.round(top))).size;
}

/** The widths of the code units from `start` to `end` of an element's only text. */
export function widths(element, start, end) {
  return glyphBoxes(element).slice(start, end).map(([left, , right]) => right - left);
}

/** The farthest that any edge of a box is from where it was. */
export function distance(boxes, before) {
  if (boxes.length !== before.length) return Infinity;
  return Math.max(0, ...boxes.flatMap((edges, at) => edges.map((edge, side) => Math.abs(edge - before[at][side]))));
}

export function overflowsPage() {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  return scrollWidth > clientWidth;
}

function textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function rangeOf(node, start, end) {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return range;
}
