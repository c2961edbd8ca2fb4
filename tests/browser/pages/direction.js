// How far direction controls in one part of a bubble move what stands beside it.

import { renderBubble } from "/agent-bubble/index.js";
import { box, distance, glyphBoxes } from "./measure.js";
import { emptyStage, partsOf } from "./stage.js";

const CONTROLS = [
  0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => String.fromCodePoint(code));

/** Each control alone, and every ordered pair. */
const SEQUENCES = CONTROLS.flatMap((first) => [first, ...CONTROLS.map((second) => first + second)]);

/** Digits, brackets and signs: what an override or an embedding moves. */
const BUBBLE = {
  role: "UI (1) Operator_2",
  action: "asks: 3 + 4 [5]?",
  content: "It costs 6 $ (net), <b>7 EUR</b> [gross].",
};
const NEXT = { role: "Team (8) Leader", action: "answers: 9 [0]!", content: "First line (1)\nand [2]." };

/** How a bubble should not be drawn. */
const DRAWINGS = {
  inline: (bubble) => drawnWith("span", bubble),
  bdi: (bubble) => drawnWith("bdi", bubble),
};

/**
 * The largest movements over all sequences at the part's beginning, in its
 * middle and at its end: of anything beside the part, and of its own edges
 * against those of the same visible characters.
 */
export function largestMovements(part) {
  const show = (text) => scene(renderBubble, { ...BUBBLE, [part]: text });
  const besideBefore = boxesBeside(part, show(BUBBLE[part]));
  const ownBefore = ownBox(part, show(BUBBLE[part]));
  const movements = hostileTexts(part).map((text) => {
    const shown = show(text);
    const beside = distance(boxesBeside(part, shown), besideBefore);
    const own = ownBox(part, shown);
    const ownWanted = part === "role" ? ownBox(part, show(withStandIns(text))) : ownBefore;
    return { text: withStandIns(text), beside, own: distance(own, ownWanted) };
  });
  const worst = (kind) => movements.reduce((most, each) => (each[kind] > most[kind] ? each : most));
  return { tries: movements.length, beside: worst("beside"), own: worst("own") };
}

/** How far the controls in front of a role move what stands beside it. */
export function movementBy(controls, drawing) {
  const besideRole = (role) => boxesBeside("role", scene(DRAWINGS[drawing], { ...BUBBLE, role }));
  return distance(besideRole(controls + BUBBLE.role), besideRole(BUBBLE.role));
}

function hostileTexts(part) {
  const text = BUBBLE[part];
  const places = [0, Math.floor(text.length / 2), text.length];
  return SEQUENCES.flatMap((controls) => places.map((at) => text.slice(0, at) + controls + text.slice(at)));
}

/** A bubble, text behind it, and another bubble below. */
function scene(draw, bubble) {
  const stage = emptyStage();
  const marker = document.createElement("span");
  marker.textContent = "after (1) [2] < 3 and 4.";
  const [shown, next] = [draw(bubble), draw(NEXT)];
  stage.append(shown, marker, next);
  return { bubble: shown, marker, next };
}

/** Of all that stands beside the part: the boxes, and those of glyphs in them. */
function boxesBeside(part, { bubble, marker, next }) {
  const { header, role, action, content } = partsOf(bubble);
  const others = Object.entries({ role, action, content, marker, next }).filter(([name]) => name !== part);
  return [box(bubble), box(header), ...others.flatMap(([name, element]) => {
    const boxes = [box(element), ...glyphBoxes(element, 5)];
    // The stand-ins in a role make it wider: its action is seen from its end.
    return part === "role" && name === "action" ? boxes.map((edges) => seenFrom(box(role)[2], edges)) : boxes;
  })];
}

function ownBox(part, { bubble }) {
  return [box(partsOf(bubble)[part])];
}

function seenFrom(x, [left, top, right, bottom]) {
  return [left - x, top, right - x, bottom];
}

/** Role and action in elements of the line, where each can move the other. */
function drawnWith(tag, { role, action, content }) {
  const part = (name, tagName, ...children) => {
    const element = document.createElement(tagName);
    element.className = `agent-bubble-${name}`;
    element.append(...children);
    return element;
  };
  const bubble = document.createElement("div");
  const header = part("header", "div", part("role", tag, role), " ", part("action", tag, action));
  bubble.append(header, part("content", "div", content));
  return bubble;
}

function withStandIns(text) {
  const standIn = (control) => `⟨U+${control.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  return CONTROLS.reduce((shown, control) => shown.replaceAll(control, standIn(control)), text);
}
