// The rules read a second time, independently of the crate: slow and plain on
// purpose, with a loop wherever that is clearer. The tests compare both on
// generated texts. It leaves out the two codes that need tables of look-alikes
// (`confusable-role`, `invisible-in-role`); its places are not compared.

export const MAX_TEXT = 16 * 1024 * 1024;
export const MAX_HEADER = 512;
const MAX_TAG_BYTES = 4096;
const MAX_ATTRIBUTES = 32;
const LEADER = "Team Leader";

export const ACTIONS = new Map([
  ["任务发布", "task"], ["Task", "task"], ["task dispatch", "task"],
  ["任务进度输出", "progress"], ["task progress", "progress"], ["Output", "progress"],
  ["任务完成汇报", "completion"], ["任务结束汇报", "completion"], ["task completion", "completion"],
  ["提问", "ask"], ["Ask", "ask"], ["question", "ask"],
  ["消息", "message"], ["Message", "message"], ["message", "message"],
  ["回答", "answer"], ["Answer", "answer"], ["answer", "answer"],
]);
export const SUBTYPES = new Map([
  ["progress_output", "progress"], ["completion_report", "completion"],
  ["ask_master", "ask"], ["ask_other", "ask"],
]);
export const TAGS = new Map([
  ["Task", "task"], ["Output", "progress"], ["Ask", "ask"], ["Message", "message"], ["Answer", "answer"],
]);
export const TAG_OF_KIND = {
  task: "Task", progress: "Output", completion: "Output", ask: "Ask", message: "Message", answer: "Answer",
};
const ERRORS = new Set([
  "bad-attribute", "bad-role", "malformed-name-tag", "missing-field", "missing-id", "missing-open-tag",
  "name-mismatch", "retired-prefix", "sender-mismatch", "tag-mismatch", "too-large", "trailing-text", "unclosed",
]);

// ---------------------------------------------------------------- characters

export const isSpace = (c) => c === " " || c === "\t"; // "spaces"
export const isWhite = (c) => c === " " || c === "\t" || c === "\r" || c === "\n"; // "white space"

function trimBy(s, test) {
  let a = 0;
  let b = s.length;
  while (a < b && test(s[a])) a++;
  while (b > a && test(s[b - 1])) b--;
  return s.slice(a, b);
}
export const trim = (s) => trimBy(s, isWhite);
export const trimSpaces = (s) => trimBy(s, isSpace);
export const isBlank = (s) => trim(s) === "";
export const onlySpaces = (s) => trimSpaces(s) === "";

function isUnicodeSpace(ch) {
  const c = ch.codePointAt(0);
  return (c >= 9 && c <= 13) || c === 0x20 || c === 0x85 || c === 0xa0 || c === 0x1680 || (c >= 0x2000 && c <= 0x200a)
    || c === 0x2028 || c === 0x2029 || c === 0x202f || c === 0x205f || c === 0x3000 || c === 0xfeff;
}
export function isControl(ch) {
  const c = ch.codePointAt(0);
  return c <= 0x1f || (c >= 0x7f && c <= 0x9f) || c === 0x2028 || c === 0x2029;
}
function isBidi(ch) {
  const c = ch.codePointAt(0);
  return c === 0x61c || c === 0x200e || c === 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}
const isIgnorable = (ch) => /^\p{Default_Ignorable_Code_Point}$/u.test(ch);

/** 2.1: not empty, no control character, no Unicode space at either end. */
export function isName(name) {
  const chars = [...name];
  return chars.length > 0 && !chars.some(isControl) && !isUnicodeSpace(chars[0]) && !isUnicodeSpace(chars[chars.length - 1]);
}

const isAsciiDigit = (c) => c >= "0" && c <= "9" && c.length === 1;
const isAsciiDigits = (s) => s !== "" && [...s].every(isAsciiDigit);

// --------------------------------------------------------------------- lines

/** The line that begins at `start`: text without its end, where that end stops, which end it is. */
export function lineAt(text, start) {
  const lf = text.indexOf("\n", start);
  if (lf < 0) return { start, end: text.length, next: text.length, eol: "", text: text.slice(start) };
  const crlf = lf > start && text[lf - 1] === "\r";
  const end = crlf ? lf - 1 : lf;
  return { start, end, next: lf + 1, eol: crlf ? "\r\n" : "\n", text: text.slice(start, end) };
}

export function linesOf(text, start = 0) {
  const lines = [];
  let at = start;
  while (at < text.length) {
    const line = lineAt(text, at);
    lines.push(line);
    at = line.next;
  }
  return lines;
}

/** The first line from `at` on that is not blank, or null. */
export function nextLine(text, at) {
  while (at < text.length) {
    const line = lineAt(text, at);
    if (!isBlank(line.text)) return line;
    at = line.next;
  }
  return null;
}

/** Without blank lines at its two ends and without the last line's end. */
export function withoutBlankEnds(text) {
  const lines = linesOf(text);
  while (lines.length > 0 && isBlank(lines[0].text)) lines.shift();
  while (lines.length > 0 && isBlank(lines[lines.length - 1].text)) lines.pop();
  if (lines.length === 0) return "";
  return text.slice(lines[0].start, lines[lines.length - 1].end);
}

/** How much of a text are the blank lines that it begins with. */
function blankBefore(text) {
  return linesOf(text).find((line) => !isBlank(line.text))?.start ?? 0;
}

/** `name: value`, spaces before the name and the colon allowed; null where the line is not that. */
function readField(line, name) {
  let at = 0;
  while (at < line.length && isSpace(line[at])) at++;
  if (!line.startsWith(name, at)) return null;
  at += name.length;
  while (at < line.length && isSpace(line[at])) at++;
  if (line[at] !== ":" && line[at] !== "：") return null;
  return { colon: at, fullwidth: line[at] === "：", value: trim(line.slice(at + 1)) };
}

// --------------------------------------------------------------- diagnostics

class Faults {
  list = [];
  add(code, start, end = start) {
    if (this.list.some((d) => d.code === code && d.start === start && d.end === end)) return;
    this.list.push({ code, severity: ERRORS.has(code) ? "error" : "warning", start, end });
  }
  sorted() {
    return this.list
      .map((d, i) => [d, i])
      .sort(([a, i], [b, j]) => a.start - b.start || a.end - b.end || i - j)
      .map(([d]) => d);
  }
}

// ---------------------------------------------------------------------- main

/** Where the content of a message that was read begins in its text. */
const contentStarts = new WeakMap();
export const contentStartOf = (message) => contentStarts.get(message);

function startingAt(start, message) {
  contentStarts.set(message, start);
  return message;
}

export function parseMessage(text, { sender = null } = {}) {
  if (typeof text !== "string") throw new TypeError("text is not a string");
  sender ??= null;

  const plain = (code, start, end) => {
    const faults = new Faults();
    if (code) faults.add(code, start, end);
    return startingAt(0, {
      protocol: null, kind: "plain", role: sender, claimedRole: null, action: null, id: null, target: null,
      content: text, complete: true, diagnostics: faults.sorted(),
    });
  };

  if (text.length > MAX_TEXT) return plain("too-large", 0, text.length);

  // Step 0.
  let begin = 0;
  while (begin < text.length && (isWhite(text[begin]) || text[begin] === "\uFEFF")) begin++;

  const rest = trim(text.slice(begin));
  if (rest === "REPLY_SKIP" || rest === "ANNOUNCE_SKIP") {
    return {
      protocol: "session", kind: "control", role: sender, claimedRole: null, action: null, id: null, target: null,
      content: text, complete: true, diagnostics: [], directive: rest,
    };
  }
  if (text.startsWith("[系统通知|", begin)) return plain("retired-prefix", begin, begin + "[系统通知|".length);

  const first = lineAt(text, begin);
  if (trim(first.text) === "【Agent 间通信】") {
    const lines = linesOf(text, first.next);
    const rule = lines.findIndex((line) => trim(line.text) === "---");
    if (rule >= 0) return readRequest(text, first, lines, rule, sender);
  }
  const headline = readHeadline(first.text);
  if (headline) return readNotice(text, first, headline, sender);

  return readEnvelope(text, first, sender, plain);
}

export function toBubble(message, { sender = null } = {}) {
  const m = typeof message === "string" ? parseMessage(message, { sender }) : message;
  if (m.kind === "control") return null;
  return { role: sender ?? m.role, action: m.action, content: m.content };
}

// ------------------------------------------------------------------ envelope

function readEnvelope(text, header, sender, plain) {
  const faults = new Faults();

  // Step 1.
  const words = readHeader(header.text);
  if (!words) return plain();
  const { prefix, separators, named } = words;

  // Step 2.
  let id = null;
  let at = header.next;
  const idLine = nextLine(text, at);
  const idWords = idLine && readIdLine(idLine.text);
  const hasIdLine = Boolean(idWords);
  if (hasIdLine) {
    const { word, colon, value } = idWords;
    at = idLine.next;
    if (!idLine.text.startsWith("id", word)) faults.add("id-case", idLine.start + word, idLine.start + word + 2);
    if (idLine.text[colon] === "：") faults.add("fullwidth-colon", idLine.start + colon, idLine.start + colon + 1);
    if (value === "") {
      faults.add("missing-id", idLine.start + colon + 1);
    } else {
      id = value;
      const start = idLine.start + idLine.text.indexOf(value, colon + 1);
      if ([...id].some((ch) => isUnicodeSpace(ch) || isControl(ch) || isIgnorable(ch))) {
        faults.add("unusual-id", start, start + id.length);
      }
    }
  }
  if (!hasIdLine) faults.add("missing-id", header.end);
  // A damage of steps 3 to 5.
  const damage = (code, start, end) => (hasIdLine ? plain(code, start, end) : plain());

  // Step 3.
  const nameLine = nextLine(text, at);
  if (!nameLine) return damage("missing-open-tag", text.length);
  let nameAt = nameLine.start;
  while (isSpace(text[nameAt] ?? "")) nameAt++;
  if (text[nameAt] !== "<") return damage("missing-open-tag", nameLine.start, nameLine.end);

  // Step 4.
  let nameEnd = nameLine.end;
  while (nameEnd > nameAt && isSpace(text[nameEnd - 1])) nameEnd--;
  const tagged = text.slice(nameAt + 1, nameEnd);
  const agreed = agree(words, tagged);
  if (!agreed) return damage("name-mismatch", nameAt, nameEnd);
  const { role, closes, receiver, behind } = agreed;
  const common = role.length;
  if (!isName(role)) return damage("bad-role", nameAt + 1, nameAt + 1 + role.length);
  if (!closes) faults.add("malformed-name-tag", nameAt, nameEnd);

  // Step 5.
  let nameHasMore = false;
  let typeLine; // the line that the type tag stands on, and where on it we look
  let typeAt;
  if (closes && !onlySpaces(text.slice(nameAt + 1 + common + 1, nameLine.end))) {
    nameHasMore = true;
    typeLine = nameLine;
    typeAt = nameAt + 1 + common + 1;
  } else {
    typeLine = nextLine(text, nameLine.next);
    if (!typeLine) return damage("missing-open-tag", text.length);
    typeAt = typeLine.start;
  }
  while (typeAt < typeLine.end && isSpace(text[typeAt])) typeAt++;
  const typeTag = readTypeTag(text.slice(typeAt, typeLine.end));
  if (!typeTag) return damage("missing-open-tag", typeAt, typeLine.end);
  const tag = typeTag.name;
  const typeEnd = typeAt + typeTag.length;
  const { attributes, bad } = readAttributes(typeTag);
  for (const [start, end] of bad) faults.add("bad-attribute", typeAt + start, typeAt + end);

  const valueOf = (name) => attributes.find((a) => a.name === name)?.value ?? null;
  let tagTarget = valueOf("target");
  if (tagTarget !== null && !isName(tagTarget)) {
    const a = attributes.find((x) => x.name === "target");
    faults.add("bad-attribute", typeAt + a.start, typeAt + a.end);
    tagTarget = null;
  }
  const idAttribute = attributes.find((a) => a.name === "id");
  if (idAttribute) faults.add("id-in-attribute", typeAt + idAttribute.start, typeAt + idAttribute.end);
  const subtype = valueOf("subtype");

  // Step 4 again: the receiver.
  let target = tagTarget;
  let action = behind;
  if (receiver) {
    const separator = separators[0];
    let split = -1;
    if (tagTarget !== null && behind.startsWith(tagTarget + separator)) {
      split = tagTarget.length;
    } else {
      for (let i = 0; i + separator.length <= behind.length; i++) {
        if (behind.startsWith(separator, i) && ACTIONS.has(trimSpaces(behind.slice(i + separator.length)))) split = i;
      }
      if (split < 0) split = behind.indexOf(separator);
    }
    if (split < 0) return damage("name-mismatch", header.start, header.end);
    target = behind.slice(0, split);
    action = behind.slice(split + separator.length);
    if (action === "" || !isName(target)) return damage("name-mismatch", header.start, header.end);
  }

  // Where the content starts.
  const typeHasMore = !onlySpaces(text.slice(typeEnd, typeLine.end));
  const oneLine = typeHasMore;
  const contentStart = typeHasMore ? typeEnd : typeLine.next;
  const crlf = (oneLine ? header : typeLine).eol === "\r\n";
  if (nameHasMore) faults.add("one-line-frame", nameAt, nameLine.end);
  else if (typeHasMore) faults.add("one-line-frame", typeAt, typeLine.end);

  // Step 6 and section 4.
  const end = readEnd(text.slice(contentStart), tag, role, oneLine, crlf);
  const content = text.slice(contentStart, contentStart + end.length);
  if (end.code) faults.add(end.code, end.code === "trailing-text" ? contentStart + end.at : text.length, text.length);
  if (end.sameLine && !nameHasMore && !typeHasMore) {
    faults.add("one-line-frame", contentStart + end.at, text.length);
  }

  // 2.1, 2.2.
  const known = ACTIONS.get(trimSpaces(action));
  const kind = known ?? SUBTYPES.get(subtype) ?? TAGS.get(tag) ?? "other";
  const actionAt = header.end - action.length;
  if (!known) faults.add("unknown-action", actionAt, header.end);
  if (!TAGS.has(tag)) faults.add("unknown-tag", typeAt + 1, typeAt + 1 + tag.length);
  else if (kind !== "other" && TAG_OF_KIND[kind] !== tag) faults.add("tag-mismatch", typeAt + 1, typeAt + 1 + tag.length);
  const roleAt = header.start + prefix.length;
  if (kind === "task" && (sender ?? role) !== LEADER) faults.add("wrong-direction", roleAt, roleAt + role.length);
  if ([...role].some(isBidi)) faults.add("bidi-in-role", roleAt, roleAt + role.length);
  if (sender !== null && sender !== role) faults.add("sender-mismatch", roleAt, roleAt + role.length);

  return startingAt(contentStart, {
    protocol: "envelope", kind, role: sender ?? role, claimedRole: role, action, id, target, content,
    complete: end.complete, diagnostics: faults.sorted(),
    tag, subtype, questionId: valueOf("question_id"), attributes: attributes.map((a) => [a.name, a.value]),
  });
}

/** Step 1 of 2.4 on a line: the prefix, `[without receiver, with receiver]`, and what stands behind the prefix. */
export function readHeader(line) {
  if (line.length > MAX_HEADER) return null;
  for (const [prefix, separators] of [["来自 ", [" 的", " 向 "]], ["From ", [": ", " to "]]]) {
    const named = line.slice(prefix.length);
    if (line.startsWith(prefix) && named.includes(separators[0])) return { prefix, separators, named };
  }
  return null;
}

/** Step 2 of 2.4 on a line: where word and colon stand, and the id. */
export function readIdLine(line) {
  let word = 0;
  while (word < line.length && isSpace(line[word])) word++;
  if (!["id", "Id", "iD", "ID"].includes(line.slice(word, word + 2))) return null;
  let colon = word + 2;
  while (colon < line.length && isSpace(line[colon])) colon++;
  if (line[colon] !== ":" && line[colon] !== "：") return null;
  return { word, colon, value: trim(line.slice(colon + 1)) };
}

/**
 * Step 4 of 2.4 on a header and what stands behind the `<` of the name tag's line: the role, whether a `>` closes
 * the tag, whether the header names a receiver, and what stands behind its separator.
 */
export function agree({ named, separators }, tagged) {
  let common = 0;
  while (common < named.length && common < tagged.length && named[common] === tagged[common]) common++;
  const role = named.slice(0, common);
  const behindInTag = tagged.slice(common);
  const behindInHeader = named.slice(common);
  const closes = behindInTag.startsWith(">");
  if (!closes && behindInTag !== "") return null;
  const at = separators.findIndex((separator) => behindInHeader.startsWith(separator));
  if (at < 0) return null;
  const behind = behindInHeader.slice(separators[at].length);
  return behind === "" ? null : { role, closes, receiver: at === 1, behind };
}

const inName = (c) => !"<>\"'/=&".includes(c) && !isWhite(c);

/** `s` is what remains of the line; null where no tag begins it. */
export function readTypeTag(s) {
  if (s[0] !== "<") return null;
  let close = -1;
  let quote = "";
  for (let i = 1; i < s.length; i++) {
    if (quote) {
      if (s[i] === quote) quote = "";
    } else if (s[i] === '"' || s[i] === "'") {
      quote = s[i];
    } else if (s[i] === ">") {
      close = i;
      break;
    }
  }
  if (close < 0 && quote) close = s.indexOf(">");
  if (close < 0) return null;
  let n = 1;
  while (n < close && inName(s[n])) n++;
  if (n === 1) return null;
  return { name: s.slice(1, n), source: s.slice(0, close + 1), length: close + 1, nameEnd: n };
}

/** Attributes `{name, value, start, end}` and the places of faults, from the tag's `<`. */
function readAttributes({ source, nameEnd }) {
  const bad = [];
  if (trim(source.slice(nameEnd, -1)) === "") return { attributes: [], bad: [] };
  if (Buffer.byteLength(source, "utf8") > MAX_TAG_BYTES) return { attributes: [], bad: [[0, source.length]] };
  const stop = source.length - 1; // the `>`
  const all = [];
  let i = nameEnd;
  for (;;) {
    const before = i;
    while (i < stop && isWhite(source[i])) i++;
    if (i === stop) break;
    const start = i;
    if (i === before) { bad.push([start, stop]); break; }
    while (i < stop && inName(source[i])) i++;
    const name = source.slice(start, i);
    if (name === "") { bad.push([start, stop]); break; }
    while (i < stop && isWhite(source[i])) i++;
    if (i === stop || source[i] !== "=") { bad.push([start, stop]); break; }
    i++;
    while (i < stop && isWhite(source[i])) i++;
    if (i === stop || (source[i] !== '"' && source[i] !== "'")) { bad.push([start, stop]); break; }
    const close = source.indexOf(source[i], i + 1);
    if (close < 0 || close >= stop) { bad.push([start, stop]); break; }
    const raw = source.slice(i + 1, close);
    i = close + 1;
    const value = resolve(raw);
    if (value === null) bad.push([start, i]);
    all.push({ name, value: value ?? raw, start, end: i });
  }
  const remain = [];
  for (const a of all) {
    if (all.filter((b) => b.name === a.name).length > 1) {
      const again = all.filter((b) => b.name === a.name)[1];
      if (again === a) bad.push([a.start, a.end]);
    } else {
      remain.push(a);
    }
  }
  if (remain.length > MAX_ATTRIBUTES) bad.push([0, source.length]);
  return { attributes: remain.slice(0, MAX_ATTRIBUTES), bad };
}

/** The value with its references resolved, or null where one is unknown. */
function resolve(raw) {
  let out = "";
  let i = 0;
  while (i < raw.length) {
    if (raw[i] !== "&") { out += raw[i++]; continue; }
    let j = i + 1;
    while (j < raw.length && raw[j] !== ";" && raw[j] !== "&") j++;
    if (raw[j] !== ";") { out += raw[i++]; continue; }
    const ch = reference(raw.slice(i + 1, j));
    if (ch === null) return null;
    out += ch;
    i = j + 1;
  }
  return out;
}

function reference(name) {
  const five = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };
  if (Object.hasOwn(five, name)) return five[name];
  let digits;
  let base;
  if (name.startsWith("#x")) [digits, base] = [name.slice(2), 16];
  else if (name.startsWith("#")) [digits, base] = [name.slice(1), 10];
  else return null;
  const allowed = base === 16 ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits === "" || [...digits].some((c) => !allowed.includes(c))) return null;
  const c = parseInt(digits, base);
  const isXmlChar = c === 9 || c === 10 || c === 13 || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd)
    || (c >= 0x10000 && c <= 0x10ffff);
  return isXmlChar ? String.fromCodePoint(c) : null;
}

/** Step 6 and section 4. `body` runs from the content's start to the end of the text. */
function readEnd(body, tag, role, oneLine, crlf) {
  const closeTag = `</${tag}>`;
  const closeRole = `</${role}>`;

  // Is there nothing but spaces before `at` on its line?
  const beginsLine = (at) => {
    let p = at;
    while (p > 0 && isSpace(body[p - 1])) p--;
    return p === 0 ? !oneLine : body[p - 1] === "\n";
  };
  // The content's length where something of the frame's end begins at `at`.
  const cut = (at) => {
    if (!beginsLine(at)) return at;
    let p = at;
    while (p > 0 && isSpace(body[p - 1])) p--;
    if (p === 0) return 0; // the type tag's line end is that line end
    p--; // LF
    if (crlf && p > 0 && body[p - 1] === "\r") p--;
    return p;
  };

  let trimmed = body.length;
  while (trimmed > 0 && isWhite(body[trimmed - 1])) trimmed--;
  const visible = body.slice(0, trimmed);

  // Step 6.
  if (visible.endsWith(closeRole)) {
    const roleAt = trimmed - closeRole.length;
    let p = roleAt;
    while (p > 0 && isWhite(body[p - 1])) p--;
    if (body.slice(0, p).endsWith(closeTag)) {
      const tagAt = p - closeTag.length;
      return { length: cut(tagAt), complete: true, code: null, at: tagAt, sameLine: !beginsLine(tagAt) || !beginsLine(roleAt) };
    }
  }

  // 4.1: one closing tag alone. Where both end there, the one that begins first.
  const alone = [closeTag, closeRole].filter((c) => visible.endsWith(c)).map((c) => trimmed - c.length);
  if (alone.length > 0) {
    const at = Math.min(...alone);
    return { length: cut(at), complete: false, code: "unclosed", at };
  }

  // 4.2: an unfinished piece at the very end.
  const pieces = [];
  for (let k = 2; k < closeTag.length; k++) {
    if (body.endsWith(closeTag.slice(0, k))) pieces.push(body.length - k);
  }
  for (let k = 1; k < closeRole.length; k++) {
    if (!body.endsWith(closeRole.slice(0, k))) continue;
    let p = body.length - k;
    while (p > 0 && isWhite(body[p - 1])) p--;
    if (body.slice(0, p).endsWith(closeTag)) pieces.push(p - closeTag.length);
  }
  const counting = pieces.filter((at) => oneLine || beginsLine(at));
  if (counting.length > 0) {
    const at = Math.min(...counting);
    return { length: cut(at), complete: false, code: "unclosed", at };
  }

  // 4.3: a closing pair with text after it.
  for (let at = body.indexOf(closeTag); at >= 0; at = body.indexOf(closeTag, at + 1)) {
    let p = at + closeTag.length;
    while (p < body.length && isWhite(body[p])) p++;
    if (body.startsWith(closeRole, p)) {
      return { length: body.length, complete: false, code: "trailing-text", at: p + closeRole.length };
    }
  }

  // 4.4
  return { length: body.length, complete: false, code: "unclosed", at: body.length };
}

// ------------------------------------------------------------------- session

const MODES = new Map([["阻塞等待", "blocking"], ["即发即走", "fire-and-forget"], ["非阻塞", "background"]]);

function readSeconds(value) {
  let digits = value;
  if (digits.endsWith("秒") || digits.endsWith("s")) digits = digits.slice(0, -1);
  if (!isAsciiDigits(digits)) return null;
  return atMost32Bits(Number(digits));
}

const atMost32Bits = (n) => (n <= 0xffffffff ? n : null);

/** `name (agent)`: the balanced pair, of one kind of bracket, that ends the value. */
function readSender(value) {
  for (const [open, close] of ["()", "（）"]) {
    if (!value.endsWith(close)) continue;
    let depth = 0;
    for (let i = value.length - 1; i >= 0; i--) {
      if (value[i] === close) depth++;
      if (value[i] === open) depth--;
      if (depth === 0) return { name: trim(value.slice(0, i)), agent: trim(value.slice(i + 1, -1)) };
    }
  }
  return { name: value, agent: "" };
}

function readRequest(text, heading, lines, rule, sender) {
  const faults = new Faults();
  const headingEnd = heading.start + trim(heading.text).length;
  const missing = () => faults.add("missing-field", heading.start, headingEnd);
  const unreadable = (line) => faults.add("missing-field", line.start, line.end);

  // The head.
  const names = ["发件方", "收件方", "source sessionKey", "通信目的", "期望响应", "timeout"];
  const fields = new Map();
  const extra = [];
  for (const line of lines.slice(0, rule)) {
    if (isBlank(line.text)) continue;
    const name = names.find((n) => readField(line.text, n));
    if (name === undefined || fields.has(name)) {
      extra.push(line.text);
      continue;
    }
    const field = readField(line.text, name);
    if (field.fullwidth) faults.add("fullwidth-colon", line.start + field.colon, line.start + field.colon + 1);
    fields.set(name, { line, value: field.value });
  }
  // The value read by `read` (null: unreadable), with the fault where there is none.
  const value = (name, read = (v) => v) => {
    if (!fields.has(name)) { missing(); return null; }
    const { line, value: v } = fields.get(name);
    const got = v === "" ? null : read(v);
    if (got === null) unreadable(line);
    return got;
  };

  const from = value("发件方", readSender);
  let claimedRole = null;
  let agentId = null;
  if (from) {
    if (from.name === "") unreadable(fields.get("发件方").line);
    else claimedRole = from.name;
    if (from.agent === "") missing();
    else agentId = from.agent;
  } else {
    missing(); // the agent id
  }
  const target = value("收件方");
  const sessionKey = value("source sessionKey");
  const action = value("通信目的");
  const expects = value("期望响应", (v) => MODES.get(v) ?? null);
  const timeoutSeconds = value("timeout", readSeconds);
  if (timeoutSeconds !== null && ((expects === "blocking" && timeoutSeconds === 0) || (expects === "fire-and-forget" && timeoutSeconds > 0))) {
    const { line } = fields.get("timeout");
    faults.add("timeout-mismatch", line.start, line.end);
  }

  // The summary part: the last `---` line, after the first, that a summary line follows.
  let contentEnd = text.length;
  let summary = null;
  let complete = false;
  for (let i = lines.length - 1; i > rule && !complete; i--) {
    if (trim(lines[i].text) !== "---") continue;
    const line = lines.slice(i + 1).find((l) => !isBlank(l.text));
    const field = line ? readField(line.text, "上下文摘要") : null;
    if (!field) continue;
    complete = true;
    contentEnd = lines[i].start;
    if (field.fullwidth) faults.add("fullwidth-colon", line.start + field.colon, line.start + field.colon + 1);
    const all = trim(text.slice(line.start + field.colon + 1));
    if (all === "") unreadable(line);
    else summary = all;
  }
  if (!complete) missing();

  // The content, the user's words, the body.
  const contentBegin = lines[rule].next;
  const between = text.slice(contentBegin, contentEnd);
  const content = withoutBlankEnds(between);
  let userNeed = null;
  let body = content;
  const needLine = lineAt(content, 0);
  const need = readField(needLine.text, "用户需求");
  if (need) {
    const contentAt = contentBegin + blankBefore(between);
    if (need.fullwidth) faults.add("fullwidth-colon", contentAt + need.colon, contentAt + need.colon + 1);
    if (need.value === "") faults.add("missing-field", contentAt, contentAt + needLine.end);
    else userNeed = need.value;
    body = withoutBlankEnds(content.slice(needLine.next));
  } else {
    missing();
  }

  if (claimedRole !== null) {
    const { line } = fields.get("发件方");
    if ([...claimedRole].some(isBidi)) faults.add("bidi-in-role", line.start, line.end);
    if (sender !== null && sender !== claimedRole) faults.add("sender-mismatch", line.start, line.end);
  }

  return startingAt(contentBegin + blankBefore(between), {
    protocol: "session", kind: "request", role: sender ?? claimedRole, claimedRole, action, id: null, target, content,
    complete, diagnostics: faults.sorted(),
    agentId, sessionKey, expects, timeoutSeconds, userNeed, body, summary, extra,
  });
}

/** The first line as one of the three headlines of 5.2, or null. */
export function readHeadline(line) {
  let s = line;
  while (s !== "" && isWhite(s[s.length - 1])) s = s.slice(0, -1);
  const emoji = s[0];
  if (emoji !== "❌" && emoji !== "⚠") return null;
  let at = 1;
  if (s[at] === "\uFE0F") at++;
  if (s[at] !== " ") return null;
  const action = s.slice(at + 1);
  const inside = (before, after) =>
    action.length > before.length + after.length && action.startsWith(before) && action.endsWith(after)
      ? action.slice(before.length, action.length - after.length)
      : null;
  if (emoji === "❌") {
    const target = inside('目标 Agent "', '" 不存在或不可用');
    return target === null ? null : { reason: "agent-not-found", action, target };
  }
  if (action === "与目标 Agent 通信失败") return { reason: "failure", action };
  const n = inside("与目标 Agent 通信超时（", "秒未响应）");
  if (n === null || !isAsciiDigits(n)) return null;
  return { reason: "timeout", action, seconds: atMost32Bits(Number(n)) };
}

function readNotice(text, first, { reason, action, target = null, seconds = null }, sender) {
  const faults = new Faults();
  const content = withoutBlankEnds(text.slice(first.next));
  const available = [];
  let error = null;
  if (reason === "agent-not-found") {
    for (const line of linesOf(content)) {
      let i = 0;
      while (i < line.text.length && isSpace(line.text[i])) i++;
      if (!line.text.startsWith("- ", i)) continue;
      const value = trim(line.text.slice(i + 2));
      if (value !== "") available.push(value);
    }
  }
  if (reason === "failure") {
    for (const line of linesOf(text, first.next)) {
      const field = readField(line.text, "错误");
      if (!field) continue;
      if (field.fullwidth) faults.add("fullwidth-colon", line.start + field.colon, line.start + field.colon + 1);
      error = field.value === "" ? null : field.value;
      break;
    }
  }
  return startingAt(first.next + blankBefore(text.slice(first.next)), {
    protocol: "session", kind: "notice", role: sender, claimedRole: null, action, id: null, target, content,
    complete: true, diagnostics: faults.sorted(),
    reason, available, timeoutSeconds: seconds, error,
  });
}
