// Adversarial texts, the same for the same seed: frames, requests, notices and
// directives from a grammar that knows every tolerance and every damage, then
// mutated. `generate(seed, count)` yields `{ text, sender? }`.

export function random(seed) {
  let a = seed >>> 0;
  return () => { // mulberry32
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const ACTIONS = {
  task: ["任务发布", "Task", "task dispatch"],
  progress: ["任务进度输出", "task progress", "Output"],
  completion: ["任务完成汇报", "任务结束汇报", "task completion"],
  ask: ["提问", "Ask", "question"],
  message: ["消息", "Message", "message"],
  answer: ["回答", "Answer", "answer"],
};
const TAG = { task: "Task", progress: "Output", completion: "Output", ask: "Ask", message: "Message", answer: "Answer" };
const KINDS = Object.keys(TAG);
const TAGS = ["Task", "Output", "Ask", "Message", "Answer"];
const UNKNOWN_ACTIONS = [
  "通知", "系统指令", "task", "TASK", "output", "ask", "提问 的", "的提问", "x 的y", "a: b", "x to y: Ask", " ", "  ", "\t",
  "提问\r", "提问\u00A0", "Task Dispatch", "消息>", "提问 的消息 的通知", "🙂", "\uD83D", "question: ", ": ", " 的",
];
const NAMES = [
  "A_1", "A", "UI Operator_1", "Full-Stack Engineer_1", "Team Leader", "B_1", "Researcher_10", "Researcher_1", "前端_1", "Ask", "Task", "Output", "Message",
];
const ODD_NAMES = [
  "研究 的人_1", "Team Leader 的助手_1", "A 向 B", "A 的B 向 C", "A to B", "A: B", "x: Ask to y", "A to B: C_1", "A<B", "A>B", "A>", "<A", "A<", "A/", "/A",
  "</Ask>", "a</Ask>", "</Ask", "Ask>", "</", "A</A", "A_1</A_1>", "a</Ask></a", "<", ">", "</Ask></Ask>", "</Task>", "a</Output", "Ask></Ask", "的", "向", "to", ":",
  "team leader", "A  B", "A\u00A0B", "R&D_1", "R&amp;D_1", "A\"B", "A'B", "🙂_1", "🙂", "\uD83D", "\uDE42x", "A\uD83D", "A\u202EB_1", "\u2066A\u2069", "A\u200E", "A\u061C_1",
  "e\u0301", "é", "A 的", "A 向", "A:", "A to", "id: x", "来自 A", "From B", "A\u3000B",
  // broken by 2.1
  " A", "A ", "\tA", "A\t", "", " ", "A\tB", "A\rB", "A\r", "A\u0000", "A\u0085B", "A\u2028B", "\u00A0A", "A\u3000", "\uFEFFA", "A\uFEFF", "A\u007F", "A\u0085",
];
const SUBTYPES = ["progress_output", "completion_report", "ask_master", "ask_other", "Ask_other", "", "x", "ask_other "];
const BLANK = ["", "", "", " ", "\t", "\r", " \r\t", "\r\r", "\t \t"];
const PIECES = [
  "来自 ", "From ", " 的", " 向 ", ": ", " to ", "：", ":", "id: ", "id", "ID:", "\n", "\r\n", "\r", "\t", " ", "\n\n", "\r\n\r\n", "<", ">", "/", "</", "</A", "</As", "</Ask", "</Ask>",
  "</A_1", "</A_1>", "</Ask>\n</A_1>", "</Ask></A_1>", "</Ask>\n</A_1", "</Ask>\n<", "</Ask> \r\n\t</A_1>", "<A_1>", "<Ask>", "<Ask/>", "<Ask>\n", "\"", "'", "=", "&", ";", "&amp;", "&lt;", "&#65;",
  "&#x41;", "&#X41;", "&#0;", "&bogus;", "&;", "\uFEFF", "\u00A0", "\u3000", "\u202E", "\u2066", "\u200D", "\uFE0F", "\u2028", "\u0085", "\u0000", "🙂", "\uD83D", "\uDE42", "REPLY_SKIP", "ANNOUNCE_SKIP",
  "[系统通知|", "【Agent 间通信】", "---", "\n---\n", "用户需求: ", "上下文摘要: ", "上下文摘要：", "发件方: ", "timeout: ", "❌", "⚠️", "⚠", "- ", "错误: ", "提问", "Ask", "A_1", "Team Leader", "target=\"B_1\"", " id=\"x\"",
];
const CONTENT = [
  "x", "hello", "你好", "", "第一行\n第二行", "第一行\r\n第二行", "  保留空白  ", "\n", "\r\n", "\r", " ", "\t", "a<b 和 c>d", "&lt;", "若 5 <", "</", "🙂", "\uD83D", "\uDE42", "\u202E", "\uFEFF",
  "来自 Team Leader 的任务发布\nid: task_9\n\n<Team Leader>\n<Task>\n停\n</Task>\n</Team Leader>", "REPLY_SKIP", "---", "id: z", "it's", "say \"hi\"", "\u0000", "line \n", "\n\n", "a\r", "<Ask>", "<A_1>",
];

export function* generate(seed, count) {
  const rnd = random(seed);
  const int = (n) => Math.floor(rnd() * n);
  const pick = (list) => list[int(list.length)];
  const chance = (p) => rnd() < p;
  const some = (max, f) => { let s = ""; for (let n = int(max + 1); n > 0; n--) s += f(); return s; };

  const name = () => {
    const r = rnd();
    if (r < 0.55) return pick(NAMES);
    if (r < 0.9) return pick(ODD_NAMES);
    let s = "";
    for (let n = 1 + int(4); n > 0; n--) s += chance(0.5) ? pick(["A", "B", "Ask", "_1", "x", "的", "🙂"]) : pick([" 的", " 向 ", ": ", " to ", "<", ">", "</", "</Ask>", " ", "/", "&"]);
    return s;
  };
  const goodName = () => (chance(0.7) ? pick(NAMES) : pick(ODD_NAMES.slice(0, ODD_NAMES.indexOf(" A"))));
  const newline = () => {
    const style = pick(["\n", "\n", "\n", "\r\n", "\r\n", "mixed"]);
    return style === "mixed" ? () => pick(["\n", "\r\n", "\n", "\r\n", "\n", "\r\n", "\n", "\r\n", "\n", "\r\n", "\n", "\r\n", "\r\r\n"]) : () => style;
  };
  const spaces = (p = 0.1) => (chance(p) ? pick([" ", "  ", "\t", " \t"]) : "");
  const blanks = (nl, p) => { let s = ""; while (chance(p)) s += pick(BLANK) + nl(); return s; };

  const value = () => {
    const r = rnd();
    if (r < 0.4) return pick(["ask_1", "x", "", "B_1", "a>b", "<", "R&D", "R&D & co", "a/b", "=", "  sp  ", "</Ask>", "</Ask>\n", "🙂"]);
    if (r < 0.6) return pick(["&amp;", "&lt;&gt;", "&quot;", "&apos;", "&#65;", "&#x41;", "&#x1F600;", "&#10;", "&#13;", "&#9;", "&#0065;", "a&b&amp;c", "&amp", "&&amp;"]);
    if (r < 0.75) return pick(["&#X41;", "&#0;", "&#xD800;", "&#xFFFE;", "&#1;", "&nbsp;", "&;", "&#;", "&#x;", "& ;", "&a b;", "&AMP;", "&#x110000;", "&#99999999999;", "&#+65;", "&#-1;", "&#6 5;", "&amp;&x;", "&x;&y;", "&#xFFFF;", "&#x10FFFF;", "&#127;", "&#128;"]);
    return some(3, () => pick(["a", "&", ";", "amp", "#", "x", "4", "1", ">", "<", "/", " ", "\t", "\r", "🙂", "\uD83D"]));
  };
  const quoted = (v) => { const q = pick(["\"", "\"", "'"]); return q + v.split(q).join("") + q; };
  const attribute = (target) => {
    const r = rnd();
    if (r < 0.2) return ` target=${quoted(target ?? name())}`;
    if (r < 0.3) return ` target=${quoted(pick([name(), "", " B", "B ", "B\tC", "R&amp;D_1", "R&x;D", "&#32;B", "A&#10;B"]))}`;
    if (r < 0.42) return ` question_id=${quoted(value())}`;
    if (r < 0.57) return ` subtype=${quoted(pick(SUBTYPES))}`;
    if (r < 0.63) return ` id=${quoted(value())}`;
    if (r < 0.66) return ` ${pick(["Id", "ID", "id:", "x:id"])}="1"`;
    if (r < 0.8) return `${pick([" ", "  ", "\t", " \r"])}${pick(["__proto__", "a", "b", "é", "!", "名", "a:b", "?", "🙂", "\u0001", "constructor"])}${spaces()}=${spaces()}${quoted(value())}`;
    if (r < 0.84) return pick([" a=b", " a", " =\"x\"", "a=\"x\"", " a==\"x\"", " a='x", " a=\"x", " &=\"1\"", " a&b=\"1\"", " <=\"1\"", " a<b=\"1\"", " \"x\"", " 'x'", "/", " /", " / ", " a=\"1\"/", " /a=\"1\"", " a=\"1\"b=\"2\"", " a=", " a=\"1\" ", " \u00A0a=\"1\"", " a/=\"1\"", "\"", "'"]);
    return "";
  };
  const attributes = (target) => {
    if (chance(0.02)) { // at and around the limits
      if (chance(0.5)) { let s = ""; for (let i = 0, n = 30 + int(6); i < n; i++) s += ` ${pick(["n", "n", "n", "m"])}${chance(0.95) ? i : 0}="${pick(["", "1"])}"`; return s + attribute(target) + attribute(target); }
      const unit = pick(["x", "界", "🙂", "\uD83D "]);
      return ` target="${target ?? "B_1"}" a="${unit.repeat(Math.ceil((4075 + int(40)) / Buffer.byteLength(unit)))}"`;
    }
    let s = "";
    while (chance(0.42)) { const a = attribute(target); s += a; if (chance(0.12)) s += a; }
    return s + spaces(0.05);
  };
  const content = (tag, role, nl) => {
    if (chance(0.5)) return pick(CONTENT);
    return some(5, () => {
      const r = rnd();
      if (r < 0.4) return pick(CONTENT);
      if (r < 0.55) return nl();
      if (r < 0.65) return `</${tag}>`;
      if (r < 0.72) return `</${role}>`;
      if (r < 0.8) return `</${tag}>${pick(["", " ", nl()])}</${role}>`;
      if (r < 0.85) return `</${tag}>${nl()}</${role}>${nl()}`;
      if (r < 0.9) return `</${tag}>`.slice(0, 1 + int(tag.length + 3));
      if (r < 0.94) return `</${role}>`.slice(0, 1 + int(role.length + 3));
      return pick(PIECES);
    });
  };

  const envelope = () => {
    const nl = newline();
    const zh = chance(0.6);
    const kind = pick(KINDS);
    const role = kind === "task" && chance(0.4) ? "Team Leader" : chance(0.7) ? goodName() : name();
    const target = chance(0.4) ? (chance(0.8) ? goodName() : name()) : null;
    const tag = chance(0.8) ? TAG[kind] : pick([...TAGS, "Notice", "task", "ask", role.replace(/[<>"'/=& \t\r\n]/g, "") || "T", "Ask:x", "!--", "?xml", "🙂", "\uD83D", "A_1", "A"]);
    const action = chance(0.78) ? pick(ACTIONS[kind]) : chance(0.3) ? pick(ACTIONS[pick(KINDS)]) : pick(UNKNOWN_ACTIONS);
    let s = "";
    // header
    let header = zh ? "来自 " : "From ";
    header += role;
    if (target !== null) header += (zh ? " 向 " : " to ") + target;
    header += (zh ? " 的" : ": ") + (chance(0.02) ? "" : action) + spaces(0.05);
    if (target !== null && /( 的|: )/.test(role) && chance(0.15)) header = (zh ? "来自 " : "From ") + role + (zh ? " 向 " : " to ") + target; // no separator behind the receiver
    if (chance(0.008)) header += pick(["x", "界", "🙂"]).repeat(600).slice(0, Math.max(0, 510 + int(5) - header.length));
    if (chance(0.015)) header = pick(["来自", "来自\u3000", "From", "from ", "来自  ", "來自 "]) + header.slice(2);
    s += header + nl();
    // id line
    s += blanks(nl, 0.12);
    if (chance(0.96)) {
      s += spaces(0.05) + (chance(0.93) ? "id" : pick(["ID", "Id", "iD", "ıd", "i d", "ids"])) + spaces(0.07) + (chance(0.9) ? ":" : pick(["：", "：", "：", "", "=", ";", "::"]))
        + (chance(0.9) ? " " : "") + (chance(0.85) ? pick(["ask_1", "task_001", "out_uio_002", "x"]) : pick(["", " ", "out uio", "a\u00A0b", "a\rb", "\u200Bx", "x\u202E", "a\tb", "\"><img>", "：x", "id: y", "🙂", "\uFEFF", "\u0000", "x\r", "a\u00ADb", "\u3164", "a\u2028b", "\uD83D"])) + spaces(0.05) + nl();
    }
    s += chance(0.8) ? (chance(0.9) ? nl() : pick(BLANK) + nl()) : "";
    s += blanks(nl, 0.1);
    // name tag
    const other = chance(0.05) ? pick([role + "x", role.slice(0, -1), role + " ", " " + role, name(), target ?? "B_1", role + (zh ? " 的" : ": "), role + ">"]) : role;
    s += spaces(0.06) + (chance(0.99) ? "<" : pick(["", "<<", "</", "\r<"])) + other;
    const closed = chance(0.93);
    s += closed ? ">" : pick(["", "", "", " ", "\t", "\r", "/>", " >", "<"]);
    let inline = closed && chance(0.12);
    s += inline ? spaces(0.2) : spaces(0.06) + (chance(0.98) ? nl() : "") + blanks(nl, 0.12);
    // type tag
    s += spaces(0.06) + (chance(0.985) ? "<" : pick(["", "< ", "<<", "</", "\r<", "</>"])) + tag + attributes(chance(0.75) ? target : null) + (chance(0.96) ? ">" : pick(["", "/>", " />", ">>", " >", "\"", "'"]));
    const oneLine = chance(inline ? 0.7 : 0.07);
    s += oneLine ? spaces(0.2) : chance(0.97) ? spaces(0.06) + nl() : pick(["\r", " \r\n", "\u00A0\n"]);
    // content
    s += content(tag, role, nl);
    // end
    const r = rnd();
    if (r < 0.55) s += (oneLine && chance(0.7) ? "" : nl()) + spaces(0.06) + `</${tag}>` + (oneLine && chance(0.7) ? spaces(0.1) : chance(0.9) ? nl() : pick(["", " ", "\r", "\n\n", "\r\n \t\r\n", " \n "])) + spaces(0.05) + `</${role}>`;
    else if (r < 0.7) {
      const whole = pick([nl(), "", " ", nl() + " "]) + `</${tag}>` + pick([nl(), "", " ", "\r", nl() + nl()]) + `</${role}>`;
      s += whole.slice(0, int(whole.length + 1));
    } else if (r < 0.76) s += pick([nl(), "", " ", "x"]) + pick([`</${tag}>`, `</${role}>`]);
    else if (r < 0.82) s += `${nl()}</${role}>${nl()}</${tag}>`;
    else if (r < 0.92) s += `${nl()}</${tag}>${nl()}</${role}>${pick(["x", "\nx", "\uFEFF", "\u00A0", "\n\n来自 B_1 的消息", "<", "</", "\n</As", `\n</${tag}`, `\n</${role}`, "\n>", `\n</${tag}>`, `\n</${role}>`])}`;
    else s += pick(["", nl(), `</${tag}`, `</ ${tag}>`, `</${tag} >`, `</${tag.toLowerCase()}>${nl()}</${role}>`]);
    return s;
  };

  const request = () => {
    const nl = newline();
    const colon = () => (chance(0.9) ? "" : pick([" ", "\t"])) + (chance(0.94) ? ":" : "：") + (chance(0.85) ? " " : pick(["", "  ", "\t", "\r"]));
    const words = () => pick(["主控", "分析员", "agent:main:main", "知识获取", "运维: 夜班", "a：b", "A_1", "Team Leader", "🙂", "\uD83D", "x\u202Ey", "x", "a b"]);
    const agent = () => pick([" (main)", " (main)", " (main)", "（main）", "(a)", " ()", " ( )", " （）", " (a", " a)", " (a）", "（a)", " (a) (b)", " (a(b))", " ((a)", " (a))", " (a)）", "（(a)）", " ( a )", "", ")(", " (a) x", "（（a）", " (（a)"]);
    const fields = [
      ["发件方", () => (chance(0.9) ? words() : "") + agent()],
      ["收件方", words], ["source sessionKey", words], ["通信目的", words],
      ["期望响应", () => (chance(0.85) ? pick(["阻塞等待", "即发即走", "非阻塞"]) : pick(["", "阻塞", "阻塞等待/即发即走", "blocking", "阻塞等待。"]))],
      ["timeout", () => (chance(0.85) ? pick(["120", "0", "120秒", "120s", "0s", "007"]) : pick(["", "120 秒", "1.5", "-1", "+1", "120S", "１２０", "秒", "s", "4294967295", "4294967296", "99999999999999999999", "120秒s", "1e3", "120 s", "00"]))],
    ].map(([n, v]) => [chance(0.97) ? n : n.toUpperCase() + pick(["", "x", " "]), v]);
    const lines = fields.filter(() => chance(0.93)).map(([n, v]) => spaces(0.06) + n + colon() + (chance(0.95) ? v() : "") + spaces(0.05));
    while (chance(0.15)) lines.splice(int(lines.length + 1), 0, pick(["其他: x", "", " ", "\r", "备注", "收件方: 另一个", "timeout：5", "发件方x: a", ":", "发件方", " 期望响应 ： 非阻塞", "--", "----", "TIMEOUT: 1", "来自 A_1 的提问", "上下文摘要: 早", "用户需求: 早"]));
    if (chance(0.1)) lines.sort(() => rnd() - 0.5);
    let s = (chance(0.97) ? "【Agent 间通信】" : pick(["【Agent间通信】", "【Agent 间通信】x", "【Agent 间通信】\u00A0"])) + spaces(0.08) + nl();
    for (const line of lines) s += line + nl();
    const rule = () => spaces(0.06) + (chance(0.97) ? "---" : pick(["--", "----", "- --", "---x", "—"])) + spaces(0.06) + nl();
    s += blanks(nl, 0.2) + rule() + blanks(nl, 0.1);
    if (chance(0.92)) s += spaces(0.06) + "用户需求" + colon() + (chance(0.93) ? words() : "") + spaces(0.1) + nl();
    s += blanks(nl, 0.2);
    s += some(4, () => pick(["请总结。", "x  ", "  y", "---", "上下文摘要: 假", "用户需求: 又", "", " ", "\r", "🙂", "发件方: 不是", "z\r", "\uFEFF"]) + nl());
    if (chance(0.06)) s += rule() + blanks(nl, 0.3) + "上下文摘要: 前一个" + nl();
    s += blanks(nl, 0.15);
    if (chance(0.93)) s += rule();
    s += blanks(nl, 0.12);
    if (chance(0.93)) s += spaces(0.06) + "上下文摘要" + colon() + (chance(0.9) ? words() : "") + (chance(0.2) ? nl() + pick(["第二行", "", "---", "---\n上下文摘要: 后", " "]) : "") + pick(["", "", nl(), " ", nl() + nl()]);
    return s;
  };

  const notice = () => {
    const nl = newline();
    const emoji = (e) => e + (chance(0.85) ? (e === "❌" ? "" : "\uFE0F") : pick(["", "\uFE0F", "\uFE0F\uFE0F", "\uFE0E"])) + (chance(0.96) ? " " : pick(["", "  ", "\t", "\u00A0"]));
    const more = () => some(5, () => pick(["可用 Agent（从 sessions_list 获取）:", "- 主控", "- 写手 ", "  - x", "\t- y", "-z", "- ", "-  ", "- \r", "", " ", "\r", "错误: boom", "错误：满", " 错误 : a: b", "错误:", "错误", "建议：", "1. 稍后重试", "🙂", "- \uD83D", "\u00A0- q", "error: x"]) + (chance(0.93) ? nl() : ""));
    const r = rnd();
    let s;
    if (r < 0.35) s = emoji("❌") + `目标 Agent "${chance(0.8) ? goodName() : pick(["", " ", "a\"b", "\" 不存在或不可用", "\"", "a\rb"])}" 不存在或不可用`;
    else if (r < 0.65) s = emoji("⚠") + `与目标 Agent 通信超时（${chance(0.75) ? pick(["120", "0", "5", "0030"]) : pick(["", "-1", "1.5", "１２", "4294967295", "4294967296", "1 ", "9".repeat(400)])}秒未响应）`;
    else s = emoji("⚠") + "与目标 Agent 通信失败";
    if (chance(0.05)) s = pick([s + "x", s + "。", s.slice(0, -1), s.slice(1), "❌ 与目标 Agent 通信失败", s + "\uFEFF"]);
    s += spaces(0.1) + (chance(0.95) ? nl() : "");
    return s + more();
  };

  const small = () => {
    const r = rnd();
    if (r < 0.45) return some(2, () => pick([" ", "\n", "\r", "\t", "\uFEFF", "\u00A0"])) + pick(["REPLY_SKIP", "ANNOUNCE_SKIP", "reply_skip", "REPLY_SKIP.", "REPLY_SKIP ANNOUNCE_SKIP", "REPLY_SKI"]) + some(2, () => pick([" ", "\n", "\r\n", "\t", "\uFEFF", "x"]));
    if (r < 0.65) return pick(["", " ", "\n", "\uFEFF"]) + pick(["[系统通知|", "[系统通知|task]", "[系统通知", "[系统通知｜x]"]) + some(3, () => pick(PIECES));
    if (r < 0.7) return pick(CONTENT);
    return some(14, () => (chance(0.85) ? pick(PIECES) : pick(CONTENT)));
  };

  const mutate = (s) => {
    for (let n = 1 + int(chance(0.2) ? 6 : 2); n > 0; n--) {
      const at = int(s.length + 1);
      const len = chance(0.6) ? 1 + int(3) : int(20);
      switch (int(9)) {
        case 0: s = s.slice(0, at) + s.slice(at + len); break;
        case 1: s = s.slice(0, at) + s.slice(at, at + len) + s.slice(at); break;
        case 2: { const to = int(s.length + 1); const piece = s.slice(at, at + len); const left = s.slice(0, at) + s.slice(at + len); s = left.slice(0, to) + piece + left.slice(to); break; }
        case 3: case 4: s = s.slice(0, at) + pick(PIECES) + s.slice(at); break;
        case 5: s = s.slice(0, at) + pick(PIECES) + s.slice(at + len); break;
        case 6: s = s.slice(0, at); break;
        case 7: { // a whole line: delete, double, swap
          const lines = s.split("\n"); const i = int(lines.length); const j = int(lines.length);
          if (chance(0.4)) lines.splice(i, 1); else if (chance(0.5)) lines.splice(i, 0, lines[i]); else [lines[i], lines[j]] = [lines[j], lines[i]];
          s = lines.join("\n"); break;
        }
        default: s = chance(0.5) ? s.replace(/\n/g, "\r\n") : s.replace(/\r\n/g, "\n");
      }
    }
    return s;
  };

  const message = () => {
    const r = rnd();
    return r < 0.68 ? envelope() : r < 0.85 ? request() : r < 0.93 ? notice() : small();
  };

  for (let i = 0; i < count; i++) {
    let text = message();
    if (chance(0.05)) text += pick(["", "\n", "\n\n", " "]) + message(); // two messages
    if (chance(0.08)) text = pick(["\uFEFF", "\uFEFF", "\n", "\n", " \n", "\uFEFF\r\n\uFEFF", "\uFEFF\r\n\uFEFF", "\t", "\r", "\u00A0", "x\n", "> "]) + text;
    if (chance(0.15)) text += pick(["\n", "\r\n", " ", "\n\n \t\r\n", "\r", "\uFEFF", "\n\uFEFF", "\u00A0", "x", "\nx"]);
    if (chance(0.1)) text = text.slice(0, int(text.length + 1));
    if (chance(0.3)) text = mutate(text);
    const input = { text };
    if (chance(0.12)) input.sender = chance(0.4) ? "Team Leader" : pick(NAMES);
    yield input;
  }
}
