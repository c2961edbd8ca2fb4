// Random conversations of few agents, ids and keys, so that most of what is added
// meets something that came before: the same for the same seed.

import { random } from "./generate.mjs";

const LEADER = "Team Leader";
const ACTIONS = { task: "任务发布", progress: "任务进度输出", completion: "任务完成汇报", ask: "提问", message: "消息", answer: "回答", other: "通知" };
const TAGS = { task: "Task", progress: "Output", completion: "Output", ask: "Ask", message: "Message", answer: "Answer", other: "Notice" };
const PREFIXES = { task: "task_", progress: "out_", completion: "out_", ask: "ask_", message: "msg_", answer: "ans_", other: "msg_" };
export const KINDS = Object.keys(ACTIONS);
export const ROLES = [LEADER, LEADER, "A_1", "A_1", "A_10", "UI Operator_1", "前端_1", "__proto__", "A\uD83D_1"];
const KEYS = ["k1", "k2", "k3", "__proto__"];
const NOTICE = "⚠️ 与目标 Agent 通信失败\n错误: x";

export function frame(role, kind, id, content = "x", { target = null, attributes = "" } = {}) {
  const receiver = target === null ? "" : ` 向 ${target}`;
  const idLine = id === null ? "" : `id: ${id}\n`;
  return `来自 ${role}${receiver} 的${ACTIONS[kind]}\n${idLine}\n<${role}>\n<${TAGS[kind]}${attributes}>\n${content}\n</${TAGS[kind]}>\n</${role}>`;
}

export function request({ from = "主控 (main)", key = "k1", expects = "阻塞等待", timeout = "120", content = "x" } = {}) {
  const fields = [`发件方: ${from}`, "收件方: B", `source sessionKey: ${key}`, "通信目的: 查询", `期望响应: ${expects}`, `timeout: ${timeout}`];
  return ["【Agent 间通信】", ...fields.filter((field) => !field.endsWith(": ")), "---", `用户需求: ${content}`, "---", "上下文摘要: 无"].join("\n");
}

/** Yields `{ options, steps }`; a step is `{ add: [input, options] }` or `{ addCall: [call, result] }`. */
export function* generateConversations(seed, count) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const chance = (share) => next() < share;

  const envelope = (ids) => {
    const kind = pick(["task", "progress", "progress", "completion", "ask", "ask", "ask", "message", "answer", "answer", "answer", "other"]);
    const role = pick(ROLES);
    const prefix = PREFIXES[chance(0.9) ? kind : pick(KINDS)];
    let id = chance(0.05) ? pick([null, "__proto__", "constructor", prefix]) : prefix + pick(["", "a_", "uio_", "tl_", "前端_"]) + pick(["001", "002", "3", "0010", "x"]);
    if (kind === "answer" && chance(0.1) && ids.length > 0) id = pick(ids);
    if (kind === "ask" && id !== null) ids.push(id);
    const attributes = [];
    if (kind === "answer" && chance(0.85)) attributes.push(`question_id="${chance(0.9) && ids.length > 0 ? pick(ids) : pick(["", "ask_9", "__proto__"])}"`);
    if (kind === "ask" && chance(0.3)) attributes.push(`subtype="${pick(["ask_master", "ask_other"])}"`);
    if (chance(0.04)) attributes.push(`subtype="${pick(["ask_master", "ask_other", "x"])}"`);
    const target = chance(kind === "ask" ? 0.4 : 0.2) ? pick(ROLES) : null;
    const text = frame(role, kind, id, pick(["x", "x", "y", "x ", ""]), { target, attributes: attributes.map((attribute) => ` ${attribute}`).join("") });
    const channel = chance(kind === "answer" ? 0.75 : 0.05) ? "tool-result" : pick(["user", undefined]);
    return [text, { sender: chance(0.05) ? pick(ROLES) : undefined, channel }];
  };

  const prose = () => {
    const text = pick(["你好", "好", "[系统通知|任务] x", "REPLY_SKIP", "ANNOUNCE_SKIP", NOTICE, anyRequest(), frame("A_1", "ask", "ask_1").replace("<A_1>", "<A_2>")]);
    return [text, pick([undefined, {}, { sender: pick(ROLES) }, { sender: pick(ROLES), channel: "tool-result" }])];
  };

  const anyRequest = (keys = KEYS) =>
    request({ from: pick(["主控 (main)", "A_1 (a)", ""]), key: chance(0.8) ? pick(keys) : "", expects: pick(["阻塞等待", "阻塞等待", "即发即走", "非阻塞", ""]), timeout: pick(["120", "120", "120", "0", "60", ""]) });

  const list = () => {
    const keys = KEYS.filter(() => chance(0.5));
    return [{ tool: "sessions_list" }, pick([undefined, keys, JSON.stringify(keys), { sessions: keys.map((key) => ({ key })) }, { status: "error" }, "没有"])];
  };

  const send = (keys, replyShare) => {
    const timeoutSeconds = pick([120, 120, 120, 0, 60, -1, "120", undefined]);
    const message = chance(0.85) ? anyRequest(keys) : pick(["你好", "REPLY_SKIP", "ANNOUNCE_SKIP", "[系统通知|x", NOTICE, frame("A_1", "ask", "ask_sent"), "", undefined]);
    const call = { tool: "sessions_send", arguments: { sessionKey: chance(0.97) ? pick(keys) : undefined, message, timeoutSeconds }, caller: chance(0.3) ? pick([...ROLES, ...KEYS]) : undefined };
    if (chance(0.2)) call.arguments = JSON.stringify(call.arguments);
    const reply = chance(0.9) ? "好" : pick(["REPLY_SKIP", "ANNOUNCE_SKIP", NOTICE]);
    return [call, chance(replyShare) ? pick([reply, { status: "ok", reply }, JSON.stringify({ reply })]) : pick([undefined, null, { status: "timeout" }])];
  };

  const other = () => {
    const caller = pick([undefined, null, ...ROLES, "主控"]);
    return pick([
      [{ tool: pick(["report_progress", "finish_task", "message", "__proto__"]), arguments: pick([undefined, { text: "x" }, JSON.parse('{"__proto__":5}')]), caller }],
      [{ tool: "sessions_spawn", arguments: pick([{ task: "x" }, {}, { task: "ANNOUNCE_SKIP", label: 5 }, "x"]), caller }, pick([undefined, { status: "accepted", runId: "r", childSessionKey: pick(KEYS) }, { status: "error" }])],
    ]);
  };

  for (let at = 0; at < count; at += 1) {
    const steps = [];
    const ids = [];
    const callShare = pick([0, 0.2, 0.95]);
    const keys = chance(0.5) ? KEYS.slice(0, 2) : KEYS;
    const replyShare = pick([0, 0.3, 0.9]);
    const isTalk = chance(0.15);
    const step = () => {
      if (steps.length > 0 && chance(0.12)) return pick(steps);
      if (isTalk) return { addCall: send(["k1", "k2"], replyShare) };
      if (!chance(callShare)) return { add: chance(0.85) ? envelope(ids) : prose() };
      return { addCall: chance(0.15) ? list() : chance(0.85) ? send(keys, replyShare) : other() };
    };
    for (let left = 1 + Math.floor(next() * 40); left > 0; left -= 1) steps.push(step());
    const options = pick([undefined, {}, { viewer: null, main: null }, { main: pick(["主控", "A_1"]) }, { viewer: pick(ROLES) }, { viewer: pick(ROLES), main: pick(ROLES) }]);
    yield { options, steps };
  }
}
