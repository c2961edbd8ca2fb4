// The tables of the two protocol documents, row by row.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cjs, esm } from "./package.mjs";

const { CALLS, KINDS, SCENARIOS, formatMessage, parseMessage, toBubble } = esm;

const LEADER = "Team Leader";
const WORKER = "sub-agent";
const kind = (name) => KINDS.find((row) => row.kind === name);
const frame = (role, action, id, tag, content, attributes = "") => `来自 ${role} 的${action}\nid: ${id}\n\n<${role}>\n<${tag}${attributes}>\n${content}\n</${tag}>\n</${role}>`;

function assertFrozen(value, path) {
  if (typeof value !== "object" || value === null) return;
  assert.ok(Object.isFrozen(value), path);
  for (const [key, inner] of Object.entries(value)) assertFrozen(inner, `${path}.${key}`);
}

test("the tables are frozen, all of them and all the way down", () => {
  for (const { KINDS: kinds, CALLS: calls, SCENARIOS: scenarios } of [esm, cjs]) {
    for (const [name, table] of Object.entries({ kinds, calls, scenarios })) {
      assert.ok(Array.isArray(table) && table.length > 0);
      assertFrozen(table, name);
      assert.throws(() => { table[0].tool = "x"; }, TypeError);
      assert.throws(() => { table.push({}); }, TypeError);
    }
  }
});

test("both formats have the same tables, which are plain data", () => {
  for (const name of ["KINDS", "CALLS", "SCENARIOS"]) {
    assert.deepEqual(cjs[name], esm[name]);
    assert.deepEqual(structuredClone(esm[name]), JSON.parse(JSON.stringify(esm[name])));
  }
});

test("every row of a table has the keys that the types declare, null where a value is absent", () => {
  const keys = (table) => [...new Set(table.map((row) => Object.keys(row).sort().join()))];
  assert.deepEqual(keys(KINDS), ["action,alsoSent,channel,directions,idPrefix,kind,subtypes,tag,tools"]);
  assert.deepEqual(keys(CALLS), ["arguments,label,maxRounds,mode,optionalArguments,purpose,timeoutSeconds,tool"]);
  assert.deepEqual(keys(SCENARIOS), ["intents,mode,name,needs,order,timeoutSeconds,tool"]);
  assert.deepEqual(KINDS.map((row) => row.kind), ["task", "progress", "completion", "ask", "message", "answer", "other"]);
  for (const label of [...KINDS.map((row) => row.action).filter(Boolean), ...CALLS.flatMap((row) => [row.purpose, row.label]), ...SCENARIOS.map((row) => row.name)]) {
    assert.ok(label.zh.length > 0 && label.en.length > 0 && Object.keys(label).length === 2);
  }
});

// The envelope document.

test("字段说明: 显示名", () => {
  for (const role of ["UI Operator_1", "Full-Stack Engineer_1", LEADER]) {
    const message = parseMessage(frame(role, "提问", "ask_1", "Ask", "x"));
    assert.deepEqual([message.role, message.diagnostics], [role, []]);
  }
});

test("字段说明: 消息类型", () => {
  const actions = { 任务发布: "task", 任务进度输出: "progress", 任务完成汇报: "completion", 提问: "ask", 消息: "message", 回答: "answer" };
  assert.deepEqual(Object.fromEntries(KINDS.filter((row) => row.action).map((row) => [row.action.zh, row.kind])), actions);
  for (const [action, name] of Object.entries(actions)) {
    const message = parseMessage(frame(LEADER, action, "x_1", kind(name).tag, "x"));
    assert.deepEqual([message.kind, message.action, message.diagnostics], [name, action, []]);
  }
});

test("字段说明: 消息id", () => {
  for (const id of ["ask_fse_001", "msg_uio_003"]) assert.equal(parseMessage(frame("UI Operator_1", "消息", id, "Message", "x")).id, id);
  const answer = parseMessage(frame("UI Operator_1", "回答", "ans_1", "Answer", "x", ' question_id="ask_fse_001"'));
  assert.deepEqual([answer.id, answer.questionId], ["ans_1", "ask_fse_001"]);
});

test("字段说明: 标签", () => {
  assert.deepEqual([...new Set(KINDS.map((row) => row.tag).filter(Boolean))], ["Task", "Output", "Ask", "Message", "Answer"]);
  for (const { kind: name, tag, action } of KINDS.filter((row) => row.tag)) {
    assert.equal(parseMessage(frame(LEADER, action.zh, "x_1", tag, "x")).tag, tag, name);
  }
});

test("字段说明: 内容", () => {
  for (const content of ["", "任意文本", "两行\n\n  文本\r\n", "</Ask>\n</A_1>", "<b>&amp;</b>", "\uD83D"]) {
    assert.equal(parseMessage(frame("A_1", "提问", "ask_1", "Ask", content)).content, content);
  }
});

const TYPES = [
  ["任务发布", "task", "Task", [[LEADER, WORKER]]],
  ["任务进度输出", "progress", "Output", [[WORKER, LEADER]]],
  ["任务完成汇报", "completion", "Output", [[WORKER, LEADER]]],
  ["提问", "ask", "Ask", [[LEADER, WORKER], [WORKER, LEADER], [WORKER, WORKER]]],
  ["消息", "message", "Message", [[LEADER, WORKER], [WORKER, WORKER]]],
  ["回答", "answer", "Answer", [[WORKER, WORKER], [LEADER, WORKER]]],
];

for (const [action, name, tag, directions] of TYPES) {
  test(`消息类型与标签对应表: ${action}`, () => {
    const row = kind(name);
    assert.deepEqual([row.action.zh, row.tag], [action, tag]);
    assert.deepEqual([...row.directions].map(String).sort(), directions.map(String).sort());
    assert.ok(formatMessage({ kind: name, role: LEADER, id: "x_1", content: "" }).includes(`的${action}\nid: x_1\n\n<${LEADER}>\n<${tag}>\n`));
  });
}

const IDS = [
  ["任务发布", "task", "task_", "task_001"],
  ["任务进度输出", "progress", "out_", "out_uio_001"],
  ["任务完成汇报", "completion", "out_", "out_uio_002"],
  ["子智能体问主智能体", "ask", "ask_", "ask_fse_001"],
  ["主智能体问子智能体", "ask", "ask_", "ask_tl_001"],
  ["子智能体间提问", "ask", "ask_", "ask_uio_001"],
  ["子智能体间回答", "answer", "ans_", "ans_fse_001"],
  ["普通消息", "message", "msg_", "msg_tl_002"],
];

for (const [row, name, prefix, id] of IDS) {
  test(`ID 生成规则: ${row}`, () => {
    assert.equal(kind(name).idPrefix, prefix);
    assert.ok(id.startsWith(prefix));
    assert.equal(parseMessage(formatMessage({ kind: name, role: LEADER, id, content: "" })).id, id);
  });
}

const TOOLS = {
  task: ["create_sub_agent", "send_message_to_sub_agent"], progress: [], completion: [], ask: ["ask_sub_agent", "ask_master", "ask_other_agent"],
  message: ["send_message_to_sub_agent", "ask_other_agent"], answer: ["answer_sub_agent_question", "answer_other_agent"], other: [],
};

for (const [name, tools] of Object.entries(TOOLS)) {
  test(`tools and channel of the kind ${name}`, () => {
    const channel = { answer: "tool-result", other: null }[name];
    assert.deepEqual([kind(name).tools, kind(name).channel], [tools, channel === undefined ? "user" : channel]);
  });
}

test("further labels that running systems send are read as their kind", () => {
  assert.deepEqual(KINDS.map((row) => row.alsoSent), [["Task"], ["Output"], ["任务结束汇报"], ["Ask"], ["Message"], ["Answer"], []]);
  assert.deepEqual(KINDS.map((row) => row.subtypes), [[], ["progress_output"], ["completion_report"], ["ask_master", "ask_other"], [], [], []]);
  for (const row of KINDS.filter(({ action }) => action)) {
    for (const action of [row.action.en, row.action.zh, ...row.alsoSent]) {
      const message = parseMessage(frame(LEADER, action, "x", row.tag, "").replace(`来自 ${LEADER} 的`, `From ${LEADER}: `));
      assert.deepEqual([message.kind, message.diagnostics], [row.kind, []], action);
    }
  }
});

// The session document.

const call = (tool, mode) => CALLS.find((row) => row.tool === tool && row.mode === mode);

test("通信工具: sessions_send", () => {
  const rows = CALLS.filter(({ tool }) => tool === "sessions_send");
  assert.deepEqual(rows.map((row) => row.purpose.zh), ["点对点通信", "点对点通信"]);
  assert.deepEqual(rows.map((row) => row.timeoutSeconds), [120, 0]); // 可配置超时
});

test("通信工具: sessions_spawn", () => {
  const [row, ...others] = CALLS.filter(({ tool }) => tool === "sessions_spawn");
  assert.deepEqual([row.purpose.zh, row.mode, others], ["后台任务委托", "background", []]);
});

test("通信工具: sessions_list", () => {
  const [row, ...others] = CALLS.filter(({ tool }) => tool === "sessions_list");
  assert.deepEqual([row.purpose.zh, row.mode, row.timeoutSeconds, row.arguments, others], ["获取实时 sessionKey", null, null, [], []]);
});

const MODES = [
  ["模式 A：阻塞等待", "sessions_send", "blocking", ["sessionKey", "message", "timeoutSeconds"], [], 5],
  ["模式 B：即发即走", "sessions_send", "fire-and-forget", ["sessionKey", "message", "timeoutSeconds"], [], null],
  ["模式 C：后台委托", "sessions_spawn", "background", ["task"], ["label", "agentId", "runTimeoutSeconds", "cleanup"], null],
];

for (const [name, tool, mode, given, optional, maxRounds] of MODES) {
  test(`通信模式: ${name}`, () => {
    const row = call(tool, mode);
    assert.deepEqual([row.label.zh, row.arguments, row.optionalArguments, row.maxRounds], [name.split("：")[1], given, optional, maxRounds]);
  });
}

for (const [label, mode, seconds] of [["阻塞等待", "blocking", 120], ["即发即走", "fire-and-forget", 0], ["后台委托", "background", 0]]) {
  test(`超时配置: ${label}`, () => {
    const [row, ...others] = CALLS.filter((other) => other.label.zh === label);
    assert.deepEqual([row.mode, row.timeoutSeconds, others], [mode, seconds, []]);
  });
}

for (const directive of ["REPLY_SKIP", "ANNOUNCE_SKIP"]) {
  test(`控制指令: ${directive}`, () => {
    const message = parseMessage(directive);
    assert.deepEqual([message.kind, message.directive, toBubble(directive)], ["control", directive, null]);
    assert.equal(parseMessage(`请回复 ${directive}`).kind, "plain");
    assert.equal(formatMessage({ kind: "control", directive }), directive);
  });
}

const SCENARIO_ROWS = [
  ["场景 1：知识获取", "问、学、查询、确认", "sessions_send", "blocking", 120, "single"],
  ["场景 2：任务委托", "让做、研究、处理、分析", "sessions_spawn", "background", 0, "single"],
  ["场景 3：单向通知", "通知、传达、转发", "sessions_send", "fire-and-forget", 0, "single"],
  ["场景 4：顺序协作", "", "sessions_spawn", "background", 0, "sequence"],
  ["场景 5：多 Agent 并行汇总", "", "sessions_spawn", "background", 0, "parallel"],
];

SCENARIO_ROWS.forEach(([title, intents, tool, mode, seconds, order], at) => {
  test(`场景类型: ${title}`, () => {
    const row = SCENARIOS[at];
    assert.equal(row.name.zh, title.split("：")[1]);
    assert.deepEqual(row.intents, intents === "" ? [] : intents.split("、"));
    assert.deepEqual([row.tool, row.mode, row.timeoutSeconds, row.order], [tool, mode, seconds, order]);
    assert.ok(call(tool, mode));
    assert.equal(SCENARIOS.length, SCENARIO_ROWS.length);
  });
});

const REFERENCE = [
  ["问/学/查询", "sessions_send", "blocking", 120, "single"],
  ["让做/研究/处理", "sessions_spawn", "background", 0, "single"],
  ["通知/传达", "sessions_send", "fire-and-forget", 0, "single"],
  ["顺序协作", "sessions_spawn", "background", 0, "sequence"],
  ["多 Agent 汇总", "sessions_spawn", "background", 0, "parallel"],
];

for (const [needs, tool, mode, seconds, order] of REFERENCE) {
  test(`快速参考: ${needs}`, () => {
    const [row, ...others] = SCENARIOS.filter((scenario) => scenario.needs.join("/") === needs);
    assert.deepEqual([row.tool, row.mode, row.timeoutSeconds, row.order, others], [tool, mode, seconds, order, []]);
  });
}
