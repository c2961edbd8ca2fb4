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
const BUBBLE = { role: "UI (1) Operator_2", action: "asks: 3 + 4 [5]?", content: "It costs 6 $ (net), <b>7 EUR</b> [gross]." };
const NEXT = { role: "Team (8) Leader", action: "answers: 9 [0]!", content: "First line (1)\nand [2]." };

const DRAWINGS = {
  bubble: renderBubble,
  inline: (bubble) => drawnWith("span", bubble),
  bdi: (bubble) => drawnWith("bdi", bubble),
};

/**
 * The largest movement of anything but the part itself, over all sequences at
 * the part's beginning, in its middle and at its end.
 */
export function largestMovement(part, drawing = "bubble") {
  const boxesWith = (text) => boxesBeside(part, scene(DRAWINGS[drawing], { ...BUBBLE, [part]: text }));
  const before = boxesWith(BUBBLE[part]);
  return largest(hostileTexts(part), (text) => distance(boxesWith(text), before));
}

/** The largest change of the part's own box, against one with the same visible characters. */
export function largestOwnChange(part) {
  const ownBox = (text) => [box(partsOf(scene(renderBubble, { ...BUBBLE, [part]: text }).bubble)[part])];
  const visible = (text) => (part === "role" ? withStandIns(text) : BUBBLE[part]);
  return largest(hostileTexts(part), (text) => distance(ownBox(text), ownBox(visible(text))));
}

function hostileTexts(part) {
  const text = BUBBLE[part];
  const middle = Math.floor(text.length / 2);
  return SEQUENCES.flatMap((controls) => [0, middle, text.length].map((at) => text.slice(0, at) + controls + text.slice(at)));
}

function largest(texts, measure) {
  const movements = texts.map((text) => ({ text: withStandIns(text), pixels: measure(text) }));
  const worst = movements.reduce((most, each) => (each.pixels > most.pixels ? each : most));
  return { tries: texts.length, ...worst };
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

/** Of all that stands beside the part: the boxes, those of each glyph included. */
function boxesBeside(part, { bubble, marker, next }) {
  const { header, role, action, content } = partsOf(bubble);
  // The stand-ins in a role make it wider: the action is seen from its end.
  const offset = part === "role" ? box(role)[2] : 0;
  const named = { role: [role, 0], action: [action, offset], content: [content, 0], marker: [marker, 0], next: [next, 0] };
  delete named[part];
  const inside = Object.values(named).flatMap(([element, left]) => allBoxes(element).map((edges) => movedLeft(edges, left)));
  return [box(bubble), box(header), ...inside];
}

function allBoxes(element) {
  return [box(element), ...glyphBoxes(element)];
}

function movedLeft([left, top, right, bottom], pixels) {
  return [left - pixels, top, right - pixels, bottom];
}

/** A bubble as it should not be drawn: role and action in elements of the line. */
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
