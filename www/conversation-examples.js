import { LEADER } from "./team.js";

const UI = "UI Operator_1";
const STACK = "Full-Stack Engineer_1";
const MAIN = "主控";
const ANALYST = "agent:analyst:main";
const WRITER = "agent:writer:main";

const jsonLines = (rows) => rows.map((row) => JSON.stringify(row)).join("\n");
const toOther = (target) => ({ target, subtype: "ask_other" });
const toMaster = { subtype: "ask_master" };

/** A user's words, a task for each of two agents, three questions, a progress that came twice. */
function team(write) {
  const twice = write("progress", UI, "out_uio_002", "已问过接口字段：email 和 password，表单照此设计。");
  return [
    "帮我做一个注册页，今天能看到初稿吗？",
    write("task", LEADER, "task_001", "请为注册页设计配色和表单，输出 design.md。", { target: UI }),
    write("task", LEADER, "task_002", "请确定注册接口，输出 api.md。", { target: STACK }),
    write("progress", UI, "out_uio_001", "我现在开始分析现有设计风格和用户需求..."),
    write("ask", UI, "ask_uio_001", "API 接口已经确定了吗？我需要接口字段来设计表单。", toOther(STACK)),
    write("answer", STACK, "ans_fse_001", "已经确定，见 api.md：POST /api/users，字段为 email 和 password。", { questionId: "ask_uio_001" }),
    twice,
    twice,
    write("ask", STACK, "ask_fse_001", "我该怎么处理版本冲突问题？项目里当前用的是什么分支策略？", toMaster),
    write("answer", LEADER, "ans_tl_001", "统一走 develop 分支，冲突以最新的 api.md 为准。", { questionId: "ask_fse_001" }),
    write("completion", UI, "out_uio_003", "注册页初稿已完成，配色见 design.md，主色调为蓝色系。"),
    write("ask", LEADER, "ask_tl_001", "你预计还需要多久完成？", { target: STACK }),
  ].join("\n\n");
}

function faults(write) {
  const english = { language: "en" };
  const row = (kind, role, id, content, more) => ({ text: write(kind, role, id, content, { ...english, ...more }) });
  return jsonLines([
    row("task", LEADER, "task_001", "Design the sign-up page.", { target: UI }),
    row("task", LEADER, "task_001", "Build the sign-up service.", { target: STACK }),
    row("progress", UI, "progress_1", "Looking at the present design."),
    row("ask", UI, "ask_uio_001", "Which fields does the form need?", toOther(STACK)),
    row("answer", STACK, "ans_fse_001", "An address and a password.", { questionId: "ask_uio_001" }),
    row("ask", UI, "ask_uio_002", "Is the address checked by the service?", toOther(STACK)),
    { ...row("answer", STACK, "ans_fse_002", "Yes, it is.", { questionId: "ask_uio_009" }), channel: "tool-result" },
    row("task", UI, "task_002", "Please check the address.", { target: STACK }),
    { text: "I am nearly done, the form is ready.", sender: UI },
    { tool: "report_progress", arguments: { text: "80 %" }, caller: UI },
    { text: "[系统通知|task]\nPlease go on." },
  ]);
}

function sessions(_, codec) {
  const request = (fields) =>
    codec.formatMessage({ kind: "request", role: MAIN, agentId: "main", sessionKey: "agent:main:main", ...fields });
  const send = (sessionKey, timeoutSeconds, message, result) => ({
    tool: "sessions_send", arguments: { sessionKey, message, timeoutSeconds }, caller: MAIN, result,
  });
  const question = request({
    target: "分析员", action: "知识获取", expects: "blocking", timeoutSeconds: 120,
    userNeed: "上个月有多少人注册？", body: "请给出总数和每周的数字。", summary: "用于周报",
  });
  const note = request({
    target: "写手", action: "单向通知", expects: "fire-and-forget", timeoutSeconds: 0,
    userNeed: "写成周报", body: "数字确定后会交给你，请先准备模板。", summary: "用于周报",
  });
  const accepted = { status: "accepted", runId: "run-1", childSessionKey: "agent:writer:run-1" };
  return jsonLines([
    { role: "user", content: "上个月有多少人注册？请写成周报。" },
    { tool: "sessions_list", arguments: {}, caller: MAIN, result: { sessions: [{ key: ANALYST }, { key: WRITER }] } },
    send(ANALYST, 120, question, { status: "ok", reply: "共 1,204 人，每周 280、301、310、313 人。" }),
    send(ANALYST, 120, "REPLY_SKIP"),
    send(WRITER, 0, note, { status: "accepted" }),
    { tool: "sessions_spawn", arguments: { task: "按模板把数字写成周报。", label: "周报", agentId: "writer" }, caller: MAIN, result: accepted },
    send("agent:reviewer:main", 60, "帮我看一下周报。", "⚠️ 与目标 Agent 通信超时（60秒未响应）\n建议：\n1. 稍后重试"),
    { role: "assistant", content: "上个月共有 1,204 人注册，周报正在写。" },
  ]);
}

/** The examples; a title is the text of that name. */
export function conversationExamples(codec) {
  const write = (kind, role, id, content, more) => codec.formatMessage({ kind, role, id, content, ...more });
  return [
    { id: "team", title: "sampleTeam", text: team(write), main: LEADER },
    { id: "faults", title: "sampleFaults", text: faults(write), main: LEADER },
    { id: "sessions", title: "sampleSessions", text: sessions(write, codec), main: MAIN },
  ];
}
