// A rival in plain JavaScript: reads plain texts and framed messages in chunks, and
// nothing else. It knows no session protocol, no diagnostics, no rules for names and
// no odd attributes, so it is free to be faster.

const LF = 10, CR = 13, TAB = 9, SPACE = 32, LESS = 60;
const ZH = { prefix: "来自 ", separator: " 的", receiver: " 向 " };
const EN = { prefix: "From ", separator: ": ", receiver: " to " };
const SESSION = /^(?:【Agent 间通信】|[❌⚠]|REPLY_SKIP|ANNOUNCE_SKIP)/;
const ACTIONS = new Map(Object.entries({
  task: ["任务发布", "Task", "task dispatch"],
  progress: ["任务进度输出", "task progress", "Output"],
  completion: ["任务完成汇报", "任务结束汇报", "task completion"],
  ask: ["提问", "Ask", "question"],
  message: ["消息", "Message", "message"],
  answer: ["回答", "Answer", "answer"],
}).flatMap(([kind, names]) => names.map((name) => [name, kind])));
const SUBTYPES = new Map([["progress_output", "progress"], ["completion_report", "completion"], ["ask_master", "ask"], ["ask_other", "ask"]]);
const TAGS = new Map([["Task", "task"], ["Output", "progress"], ["Ask", "ask"], ["Message", "message"], ["Answer", "answer"]]);
const BLANK_OR_MARK = /[ \t\r\n\uFEFF]/;
const NAME = "[^<>\"'/=& \\t\\r\\n]+";
const ID_LINE = /[ \t]*id[ \t]*[:：]([^\n]*)\n/iy;
const TYPE_TAG = new RegExp(`<(${NAME})((?:[ \\t\\r]+${NAME}[ \\t\\r]*=[ \\t\\r]*(?:"[^"\\n]*"|'[^'\\n]*'))*)[ \\t\\r]*>`, "y");
const ATTRIBUTE = new RegExp(`(${NAME})[ \\t\\r]*=[ \\t\\r]*(?:"([^"]*)"|'([^']*)')`, "g");

/** Not enough of a text is there to say what it is. */
const MORE = Symbol("more");
const PLAIN = null;

/** Whether the rival can read a text at all. */
export function claims(text) {
  return !SESSION.test(text.replace(/^[ \t\r\n\uFEFF]+/, ""));
}

export class PlainStream {
  constructor() {
    this.text = "";
    this.kind = null;
    this.role = null;
    this.action = null;
    this.visible = "";
    this.held = "";
    this.head = PLAIN;
    this.typeTag = "";
    this.nameTag = "";
    this.crlf = false;
    this.atStart = false;
  }

  push(chunk) {
    let added = "";
    if (this.kind === null) {
      this.text += chunk;
      added = this.begin(false);
    } else {
      added = this.head === PLAIN ? chunk : this.read(chunk);
    }
    this.visible += added;
    const { kind, role, action, visible } = this;
    return { kind, role, action, added, bubble: kind === null ? null : { role, action, content: visible } };
  }

  end() {
    if (this.kind === null) this.visible += this.begin(true);
    if (this.head === PLAIN) return { ...EMPTY, content: this.visible };
    const { held, typeTag, nameTag, head } = this;
    const tags = held.trimStart();
    const isCut = held !== tags || this.visible === "" || head.oneLine;
    const behind = tags.startsWith(typeTag) ? tags.slice(typeTag.length).trimStart() : null;
    const complete = behind !== null && behind.startsWith(nameTag);
    const isLone = behind === "" || tags.startsWith(nameTag);
    const isPiece = isCut && tags.length > 1;
    const content = complete || isLone || isPiece ? this.visible : this.visible + held;
    return { ...head.message, content, complete };
  }

  begin(isEnd) {
    const head = readHead(this.text, isEnd);
    if (head === MORE) return "";
    this.head = head;
    if (head === PLAIN) {
      this.kind = "plain";
      return this.text;
    }
    const { message, content } = head;
    this.kind = message.kind;
    this.role = message.role;
    this.action = message.action;
    this.typeTag = `</${message.tag}>`;
    this.nameTag = `</${message.role}>`;
    this.crlf = head.crlf;
    this.atStart = !head.oneLine;
    const rest = this.text.slice(content);
    this.text = "";
    return this.read(rest);
  }

  /** What becomes visible; what can be the beginning of the end is held back. */
  read(chunk) {
    const units = this.held === "" ? chunk : this.held + chunk;
    const { length } = units;
    const { crlf } = this;
    if (this.atStart) {
      this.atStart = this.isEnd(units, skipSpaces(units, 0));
      this.held = this.atStart ? units : "";
      if (this.atStart) return "";
    }
    let at = 0;
    for (; at < length; at += 1) {
      const unit = units.charCodeAt(at);
      if (unit === LESS) {
        if (this.isEnd(units, at)) break;
      } else if (unit === LF) {
        if (this.isEnd(units, skipSpaces(units, at + 1))) break;
      } else if (unit === CR && crlf) {
        if (at + 1 === length) break;
        if (units.charCodeAt(at + 1) === LF && this.isEnd(units, skipSpaces(units, at + 2))) break;
      }
    }
    if (at === length) {
      this.held = "";
      return units;
    }
    this.held = units.slice(at);
    return units.slice(0, at);
  }

  /** Whether all from `at` on is a beginning of the closing tags. */
  isEnd(units, at) {
    if (at === units.length) return true;
    if (units.charCodeAt(at) !== LESS) return false;
    const behind = matchTag(units, at, this.typeTag);
    if (behind < 0) return true;
    if (behind > 0 && matchTag(units, behind, this.nameTag) !== 0) return isAtEnd(units, behind, this.nameTag);
    return matchTag(units, at, this.nameTag) !== 0 && isAtEnd(units, at, this.nameTag);
  }
}

const EMPTY = {
  protocol: null, kind: "plain", role: null, claimedRole: null, action: null, id: null, target: null, content: "", complete: true,
};

/** Where what follows a tag and white space begins; 0 without the tag, -1 where the text ends before that. */
function matchTag(units, at, tag) {
  const { length } = units;
  let to = 0;
  while (to < tag.length && at + to < length && units.charCodeAt(at + to) === tag.charCodeAt(to)) to += 1;
  if (at + to === length) return -1;
  if (to < tag.length) return 0;
  const behind = skipWhite(units, at + to);
  return behind === length ? -1 : behind;
}

function isAtEnd(units, at, tag) {
  return matchTag(units, at, tag) < 0;
}

function skipSpaces(units, at) {
  for (let unit = units.charCodeAt(at); unit === SPACE || unit === TAB; ) unit = units.charCodeAt(++at);
  return at;
}

function skipWhite(units, at) {
  for (let unit = units.charCodeAt(at); unit === SPACE || unit === TAB || unit === LF || unit === CR; ) unit = units.charCodeAt(++at);
  return at;
}

/** The start of the first line from `at` on that is not blank; -1 where none has begun. */
function skipBlankLines(text, at) {
  const to = skipWhite(text, at);
  return to === text.length ? -1 : Math.max(at, text.lastIndexOf("\n", to) + 1);
}

/** The head of a frame, `PLAIN` or `MORE`. */
function readHead(text, isEnd) {
  const more = isEnd ? PLAIN : MORE;
  let start = 0;
  while (start < text.length && BLANK_OR_MARK.test(text[start])) start += 1;
  const words = [ZH, EN].find(({ prefix }) => text.startsWith(prefix, start));
  if (words === undefined) return [ZH, EN].some(({ prefix }) => prefix.startsWith(text.slice(start))) ? more : PLAIN;
  const feed = text.indexOf("\n", start);
  if (feed < 0) return text.length - start > 513 ? PLAIN : more;
  const crlfHeader = text.charCodeAt(feed - 1) === CR;
  const header = text.slice(start, crlfHeader ? feed - 1 : feed);
  if (header.length > 512 || header.indexOf(words.separator, words.prefix.length) < 0) return PLAIN;
  let at = skipBlankLines(text, feed + 1);
  if (at < 0) return more;
  let id = null;
  ID_LINE.lastIndex = at;
  const idLine = ID_LINE.exec(text);
  if (idLine !== null) {
    id = idLine[1].trim() || null;
    at = skipBlankLines(text, ID_LINE.lastIndex);
    if (at < 0) return more;
  } else if (text.indexOf("\n", at) < 0) {
    return more;
  }
  at = skipSpaces(text, at);
  if (text.charCodeAt(at) !== LESS) return at < text.length ? PLAIN : more;
  const rest = header.slice(words.prefix.length);
  let common = 0;
  at += 1;
  while (common < rest.length && rest.charCodeAt(common) === text.charCodeAt(at + common)) common += 1;
  at += common;
  if (at === text.length) return more;
  if (text[at] === ">") {
    at = skipSpaces(text, at + 1);
  } else {
    const cut = rest.slice(0, common).trimEnd().length;
    if (skipSpaces(text, at) === text.length) return more;
    if (text[skipSpaces(text, at)] !== "\n" && text.slice(at, at + 2) !== "\r\n") return PLAIN;
    common = cut;
  }
  const role = rest.slice(0, common);
  at = text[at] === "\n" || text[at] === "\r" ? skipBlankLines(text, at) : at;
  if (at < 0) return more;
  at = skipSpaces(text, at);
  TYPE_TAG.lastIndex = at;
  const found = TYPE_TAG.exec(text);
  if (found === null) return text.indexOf("\n", at) < 0 ? more : PLAIN;
  let content = found[0].length + at;
  const end = skipSpaces(text, content);
  if (!isEnd && (end === text.length || (text[end] === "\r" && end + 1 === text.length))) return MORE;
  const crlf = text.startsWith("\r\n", end);
  const oneLine = !crlf && text[end] !== "\n" && end < text.length;
  if (!oneLine) content = Math.min(end + (crlf ? 2 : 1), text.length);
  const attributes = Array.from(found[2].matchAll(ATTRIBUTE), ([, name, double, single]) => [name, resolve(double ?? single)]);
  const valueOf = (name) => attributes.find(([other]) => other === name)?.[1] ?? null;
  const split = splitHeader(rest.slice(common), words, valueOf("target"));
  if (split === null) return PLAIN;
  const subtype = valueOf("subtype");
  const kind = ACTIONS.get(split.action.trim()) ?? SUBTYPES.get(subtype) ?? TAGS.get(found[1]) ?? "other";
  const message = {
    protocol: "envelope", kind, role, claimedRole: role, action: split.action, id, target: split.target ?? valueOf("target"),
    content: "", complete: false, tag: found[1], subtype, questionId: valueOf("question_id"), attributes,
  };
  return { message, content, oneLine, crlf: oneLine ? crlfHeader : crlf };
}

function splitHeader(rest, { separator, receiver }, tagTarget) {
  if (rest.startsWith(separator)) return rest.length > separator.length ? { target: null, action: rest.slice(separator.length) } : null;
  if (!rest.startsWith(receiver)) return null;
  const behind = rest.slice(receiver.length);
  let at = tagTarget !== null && behind.startsWith(tagTarget + separator) ? tagTarget.length : -1;
  for (let last = behind.lastIndexOf(separator); at < 0 && last > 0; last = behind.lastIndexOf(separator, last - 1)) {
    if (ACTIONS.has(behind.slice(last + separator.length).trim())) at = last;
  }
  if (at < 0) at = behind.indexOf(separator);
  return at > 0 && behind.length > at + separator.length ? { target: behind.slice(0, at), action: behind.slice(at + separator.length) } : null;
}

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };

function resolve(value) {
  return value.replace(/&(?:amp|lt|gt|quot|apos);/g, (name) => ENTITIES[name]);
}
