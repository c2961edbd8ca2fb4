// The rules that read contents, `checkMessage` and `parseTranscript`, a second
// time: see reference.mjs. Here places are compared.

import {
  MAX_HEADER, MAX_TEXT, agree, contentStartOf, isName, isSpace, isWhite, linesOf, nextLine, onlySpaces, parseMessage, readHeader, readHeadline, readIdLine,
  readTypeTag, trim, trimSpaces, withoutBlankEnds,
} from "./reference.mjs";

const HEADING = "【Agent 间通信】";

const isMark = (c) => isWhite(c) || c === "\uFEFF";
const isLineMark = (c) => c !== "\n" && isMark(c);

function trimEnd(text) {
  let end = text.length;
  while (end > 0 && isWhite(text[end - 1])) end--;
  return text.slice(0, end);
}

function skip(text, at, test) {
  while (at < text.length && test(text[at])) at++;
  return at;
}

// ------------------------------------------------------------- checkMessage

/** What the content can mislead its readers with, `{ code, start, end }` at most once for each code. */
export function contentFaults(text, options) {
  const message = parseMessage(text, options);
  if (message.kind === "control" || text.length > MAX_TEXT) return [];
  const found = {
    "embedded-close": findClose(message),
    "embedded-message": findHeader(message.content),
    "bidi-in-content": findOpenDirection(message.content),
    "control-in-content": findDirective(message.content),
  };
  const at = contentStartOf(message);
  return Object.entries(found)
    .filter(([, place]) => place)
    .map(([code, [start, end]]) => ({ code, start: at + start, end: at + end }));
}

function findClose({ protocol, tag, claimedRole, content }) {
  if (protocol !== "envelope") return null;
  const closeTag = `</${tag}>`;
  const closeRole = `</${claimedRole}>`;
  for (let at = content.indexOf(closeTag); at >= 0; at = content.indexOf(closeTag, at + 1)) {
    const roleAt = skip(content, at + closeTag.length, isWhite);
    if (content.startsWith(closeRole, roleAt)) return [at, roleAt + closeRole.length];
  }
  return null;
}

function findHeader(content) {
  for (const line of linesOf(content)) {
    const frame = readFrame(content, line);
    if (frame) return [frame.start, line.end];
  }
  return null;
}

function findOpenDirection(content) {
  let open = [];
  const paragraphEnds = "\n\r\x1c\x1d\x1e\x85\u2029";
  for (const { 0: c, index: at } of `${content}\n`.matchAll(/[\n\r\x1c-\x1e\x85\u2029\u202A-\u202E\u2066-\u2069]/g)) {
    if (paragraphEnds.includes(c)) {
      if (open.length > 0) return [open[0].at, open[0].at + 1];
    } else if ("\u202A\u202B\u202D\u202E".includes(c)) {
      open.push({ at, isolate: false });
    } else if ("\u2066\u2067\u2068".includes(c)) {
      open.push({ at, isolate: true });
    } else if (c === "\u202C") {
      if (open.length > 0 && !open[open.length - 1].isolate) open.pop();
    } else if (c === "\u2069") {
      const inner = open.map(({ isolate }) => isolate).lastIndexOf(true);
      if (inner >= 0) open = open.slice(0, inner);
    }
  }
  return null;
}

function findDirective(content) {
  const word = trim(content);
  if (word !== "REPLY_SKIP" && word !== "ANNOUNCE_SKIP") return null;
  const at = content.indexOf(word);
  return [at, at + word.length];
}

// ---------------------------------------------------------- parseTranscript

/** The frame that begins on a line, by steps 1 to 4 of 2.4; its `tag`, by step 5, is null where there is none. */
function readFrame(text, line) {
  const start = skip(line.text, 0, isLineMark) + line.start;
  const words = readHeader(text.slice(start, line.end));
  if (start >= line.end || !words) return null;
  const idLine = nextLine(text, line.next);
  if (!idLine || !readIdLine(idLine.text)) return null;
  const nameLine = nextLine(text, idLine.next);
  if (!nameLine) return null;
  const open = skip(text, nameLine.start, isSpace);
  if (text[open] !== "<") return null;
  const tagged = trimSpaces(`|${text.slice(open + 1, nameLine.end)}`).slice(1);
  const agreed = agree(words, tagged);
  if (!agreed || !isName(agreed.role)) return null;
  const { role, closes } = agreed;

  const frame = { start, role, tag: null, headEnd: closes ? open + 1 + role.length + 1 : nameLine.end };
  let typeLine = nameLine;
  let typeAt = frame.headEnd;
  if (onlySpaces(text.slice(frame.headEnd, nameLine.end))) {
    typeLine = nextLine(text, nameLine.next);
    if (!typeLine) return frame;
    typeAt = typeLine.start;
  }
  typeAt = skip(text, typeAt, isSpace);
  const typeTag = readTypeTag(text.slice(typeAt, typeLine.end));
  return typeTag ? { ...frame, tag: typeTag.name, headEnd: typeAt + typeTag.length } : frame;
}

/** Some closing pair that ends behind `end`, outside of the head before: what else its role holds is not asked. */
function isPairEnd(text, lineStart, end, headEnd) {
  for (let at = Math.max(lineStart, end - MAX_HEADER - 3); at < end - 1; at++) {
    if (!text.startsWith("</", at)) continue;
    let before = at;
    while (before > 0 && isWhite(text[before - 1])) before--;
    const tag = /<\/([^<>"'/=& \t\r\n]+)>$/.exec(text.slice(0, before));
    if (tag && tag.index >= headEnd) return true;
  }
  return false;
}

function readBeginnings(text) {
  const beginnings = [];
  const readAt = (line) => {
    const frame = readFrame(text, line);
    const start = skip(line.text, 0, isLineMark);
    const rest = line.text.slice(start);
    if (frame) beginnings.push({ ...frame, candidates: [] });
    else if (trim(rest) === HEADING || readHeadline(rest)) {
      beginnings.push({ start: line.start + start, role: null, tag: null, headEnd: line.end, candidates: [] });
    }
  };
  for (const line of linesOf(text)) {
    readAt(line);
    for (let at = line.text.indexOf(">"); at >= 0; at = line.text.indexOf(">", at + 1)) {
      const next = skip(line.text, at + 1, isLineMark);
      const headEnd = beginnings.at(-1)?.headEnd ?? 0;
      if (next === at + 1 || next === line.text.length || !isPairEnd(text, line.start, line.start + at + 1, headEnd)) continue;
      readAt({ ...line, start: line.start + next, text: line.text.slice(next) });
    }
  }
  return beginnings;
}

/** The closing pairs of a role and a tag whose last tag ends its line, or stands before a beginning on it. */
function pairsOf(text, role, tag, beginnings) {
  const pairs = [];
  const closeTag = `</${tag}>`;
  const closeRole = `</${role}>`;
  for (let start = text.indexOf(closeTag); start >= 0; start = text.indexOf(closeTag, start + 1)) {
    const roleAt = skip(text, start + closeTag.length, isWhite);
    if (!text.startsWith(closeRole, roleAt)) continue;
    const end = roleAt + closeRole.length;
    const behind = text.slice(skip(text, end, isLineMark));
    const next = skip(text, end, isLineMark);
    const beforeMessage = next > end && beginnings.some(({ start }) => start === next);
    if (beforeMessage || behind === "" || behind.startsWith("\n") || behind.startsWith("\r\n")) pairs.push({ start, end });
  }
  return pairs;
}

/** Gives every closing pair to its frame; what stands in a head is none. */
function nest(text, beginnings) {
  const frames = beginnings.filter(({ tag }) => tag !== null);
  const inHead = ({ start }) => beginnings.some((frame) => frame.role !== null && frame.start <= start && start < frame.headEnd);
  for (const key of new Set(frames.map(({ role, tag }) => JSON.stringify([role, tag])))) {
    const [role, tag] = JSON.parse(key);
    const ours = frames.filter((frame) => frame.role === role && frame.tag === tag);
    const open = [];
    let closed = null;
    let next = 0;
    for (const pair of pairsOf(text, role, tag, beginnings)) {
      if (inHead(pair)) continue;
      while (next < ours.length && ours[next].headEnd <= pair.start) open.push(ours[next++]);
      closed = open.pop() ?? closed;
      closed?.candidates.push(pair);
    }
  }
}

function endOf(text, beginnings, { headEnd, candidates }) {
  const following = (at) => beginnings.find(({ start }) => start >= at)?.start ?? text.length;
  for (const { end } of candidates) if (skip(text, end, isMark) === following(end)) return end;
  if (candidates.length === 0) return headEnd + trimEnd(text.slice(headEnd, following(headEnd))).length;
  const next = following(candidates[0].end);
  return candidates.filter(({ end }) => end <= next).at(-1).end;
}

/** Where the messages of a text stand. */
export function splitTranscript(text) {
  if (text.length > MAX_TEXT) return [{ start: 0, end: text.length }];
  const beginnings = readBeginnings(text);
  nest(text, beginnings);
  const places = [];
  const addBetween = (start, end) => {
    const between = text.slice(start, end);
    const word = skip(between, 0, isMark);
    if (word === between.length) return;
    const line = between.lastIndexOf("\n", word - 1) + 1;
    const piece = withoutBlankEnds(between.slice(line));
    places.push({ start: start + line, end: start + line + piece.length });
  };
  let at = 0;
  for (;;) {
    const beginning = beginnings.find(({ start }) => start >= at);
    if (!beginning) break;
    addBetween(at, beginning.start);
    at = endOf(text, beginnings, beginning);
    places.push({ start: beginning.start, end: at });
  }
  addBetween(at, text.length);
  return places;
}
