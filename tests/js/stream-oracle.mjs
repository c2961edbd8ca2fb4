// What a stream may show, judged by section 8 of the specification and not by the crate.

import assert from "node:assert/strict";

/** The retired prefix is plain, and yet waited for. */
const OPENINGS = ["来自 ", "From ", "【Agent 间通信】", "❌ ", "❌\uFE0F ", "⚠ ", "⚠\uFE0F ", "REPLY_SKIP", "ANNOUNCE_SKIP", "[系统通知|"];
/** A longer head may wait for more of it before it is read again. */
const EAGER_LENGTH = 4_096;

const isWhite = (unit) => unit === " " || unit === "\t" || unit === "\r" || unit === "\n";
const isSpace = (unit) => unit === " " || unit === "\t";

function skip(text, at, isSkipped) {
  while (at < text.length && isSkipped(text[at])) at += 1;
  return at;
}

/** Whether all from `at` on is a beginning of the tags, with white space behind each. */
function beginsTags(text, at, tags) {
  for (const tag of tags) {
    if (tag.startsWith(text.slice(at, at + tag.length))) {
      if (text.length - at < tag.length) return true;
    } else {
      return false;
    }
    at = skip(text, at + tag.length, isWhite);
  }
  return at === text.length;
}

/** The length of the longest end of a content that is a beginning of its frame's end. */
export function heldLength(content, { tag, claimedRole, crlf, oneLine }) {
  const [typeTag, nameTag] = [`</${tag}>`, `</${claimedRole}>`];
  const starts = /^|[\r\n<]/g;
  for (let found = starts.exec(content); found !== null; found = starts.exec(content)) {
    const start = found.index;
    if (found[0] === "") starts.lastIndex += 1;
    let at = start;
    if (content[at] === "\r" && crlf) at += 1;
    if (at > start && at === content.length) return 1;
    if (content[at] === "\n") at += 1;
    else if (at > start) continue;
    if (at > start || (start === 0 && !oneLine)) at = skip(content, at, isSpace);
    if (beginsTags(content, at, [typeTag, nameTag]) || beginsTags(content, at, [nameTag])) return content.length - start;
  }
  return 0;
}

/** What the beginning of a frame tells, read off the whole text and of what another content would be. */
export function frameOf(text, message, parseMessage) {
  const start = text.length + 1 - parseMessage(`${text}§`).content.length;
  const oneLine = text[start - 1] !== "\n";
  const lineEnd = oneLine ? text.indexOf("\n", /[^\s\uFEFF]/.exec(text).index) : start - 1;
  return { tag: message.tag, claimedRole: message.claimedRole, start, oneLine, crlf: text[lineEnd - 1] === "\r" };
}

/** From which length on it must be known that a text is this frame. */
function knownFrom(text, { start, oneLine }) {
  if (!oneLine) return start;
  // a quote that does not close on its line is known at the line's end
  if (/["']/.test(text.slice(text.lastIndexOf("\n", start), start))) return Infinity;
  const at = skip(text, start, isSpace);
  return at + (text[at] === "\r" ? 2 : 1);
}

/** Whether it is plain whatever comes. */
function isSurelyPlain(text) {
  const begun = text.replace(/^[ \t\r\n\uFEFF]+/, "");
  return begun !== "" && !OPENINGS.some((opening) => opening.startsWith(begun) || begun.startsWith(opening));
}

/** Pushes the chunks of a text and holds each update against the message of the whole. */
export function checkChunks({ MessageStream, parseMessage }, text, sender, cuts) {
  const options = { sender };
  const whole = parseMessage(text, options);
  const frame = whole.protocol === "envelope" ? frameOf(text, whole, parseMessage) : null;
  const known = frame && knownFrom(text, frame);
  const stream = new MessageStream(options);
  let visible = "";
  let from = 0;
  const fail = (what, to) => assert.fail(`${what} at ${to} of ${JSON.stringify(text)}, cut at ${JSON.stringify(cuts.slice(0, 40))}`);
  for (const to of [...cuts, text.length]) {
    const { kind, role, action, added, bubble } = stream.push(text.slice(from, to));
    from = to;
    visible += added;
    if (kind === null) {
      if (bubble !== null || visible !== "" || action !== null || role !== (sender ?? null)) fail("shown before it is known", to);
      if (frame ? to >= known && to <= EAGER_LENGTH : isSurelyPlain(text.slice(0, to))) fail("held back", to);
      continue;
    }
    if (bubble.role !== role || bubble.action !== action || bubble.content !== visible) fail("another bubble", to);
    if (kind !== whole.kind || role !== whole.role || action !== whole.action) fail("another message", to);
    if (!whole.content.startsWith(visible)) fail(`a piece of the frame shown (${JSON.stringify(visible)})`, to);
    if (frame === null ? kind !== "plain" : to < frame.start) fail("known too early", to);
    const shown = frame ? to - frame.start - heldLength(text.slice(frame.start, to), frame) : to;
    if (visible.length !== shown) fail(`${visible.length} units shown and not ${shown}`, to);
  }
  if (frame && whole.complete && known <= text.length && text.length <= EAGER_LENGTH && visible !== whole.content) fail("not all shown", from);
  assert.deepEqual(stream.end(), whole);
}

/** Places to cut at, each a random number of units of at most `most` behind the one before. */
export function randomCuts(length, random, most) {
  const cuts = [];
  for (let at = 0; ; ) {
    at += 1 + Math.floor(random() * most);
    if (at >= length) return cuts;
    cuts.push(at);
  }
}

export const everyCut = (length) => Array.from({ length: Math.max(length - 1, 0) }, (_, at) => at + 1);
