const en = {
  writerTitle: "Write a message",
  writerLede: "What is written is read back the same, whatever its content holds. What would not come back is refused, with the field at fault.",
  forge: "Try to forge",
  forgeRole: "A line end in the role",
  forgeContent: "A whole message in the content",
  startOver: "Start over",
  written: "The text",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser does not allow it: the text is selected, copy it from there.",
  readAbove: "Read it above",
  readerSees: "What a reader sees",
  writtenWell: "Written, nothing to report.",
  writtenWith: (codes) => `Written. Worth a look: ${codes.join(", ")}.`,
  refused: (field) => `Not written: the field “${field}” is at fault.`,
  nothingWritten: "Nothing was written, so nothing is shown.",
  refusedEmpty: "Needed here.",
  refusedKind: "The action or the tag belongs to another kind.",
  refusedSeconds: "Whole seconds, at most 4,294,967,295.",
  refusedLineEnd: (place) => `Character ${place} is a line end: what follows would stand in the frame as a line of its own.`,
  refusedCharacter: (place, name) => `Character ${place} (${name}) cannot stand here.`,
  refusedValue: "This would not be read back the same.",
  optional: (field) => `${field} (optional)`,
  fieldNames: {
    kind: "Kind",
    language: "Language of the header",
    reason: "Reason",
    directive: "Directive",
    role: "Role",
    agentId: "Agent id",
    target: "Receiver",
    sessionKey: "Session key",
    id: "Id",
    action: "Action",
    tag: "Type tag",
    questionId: "Question id",
    expects: "Expected response",
    timeoutSeconds: "Timeout in seconds",
    error: "Error",
    available: "Available agents, one a line",
    userNeed: "The user’s need",
    content: "Content",
    body: "Body",
    summary: "Summary of the context",
  },
  choices: {
    kind: { other: "any other action", request: "between sessions", notice: "error text", control: "directive" },
    language: { "": "automatic", zh: "Chinese", en: "English" },
    expects: { "": "not said", blocking: "waiting", "fire-and-forget": "fire and forget", background: "in the background" },
    reason: { "agent-not-found": "no such agent", timeout: "timeout", failure: "failure" },
  },
  sampleAction: "review",
  samples: {
    task: "Please design the colours of the sign-up page and write them to design.md.",
    progress: "I am looking at the present design and the needs of the users…",
    completion: "The palette is ready: see design.md.",
    ask: "Is the interface settled?\nI need its fields for the form.",
    message: "The page is ready, you can connect to it.",
    answer: "It is settled: POST /api/users, see api.md.",
    other: "Two remarks on design.md, both small.",
  },
};

const zh = {
  writerTitle: "写一条消息",
  writerLede: "写出的消息，无论内容里有什么，读回来都一样。读不回原样的会被拒绝，并指出是哪个字段。",
  forge: "试着伪造",
  forgeRole: "角色里放换行",
  forgeContent: "内容里放一整条消息",
  startOver: "重新开始",
  written: "文本",
  copy: "复制",
  copied: "已复制。",
  notCopied: "浏览器不允许复制：文本已选中，请从那里复制。",
  readAbove: "在上面读它",
  readerSees: "读者看到的",
  writtenWell: "已写成，没有问题。",
  writtenWith: (codes) => `已写成。值得一看：${codes.join("、")}。`,
  refused: (field) => `没有写成：“${field}”字段有问题。`,
  nothingWritten: "没有写成，所以不显示任何内容。",
  refusedEmpty: "此处必填。",
  refusedKind: "动作或标签属于另一种消息。",
  refusedSeconds: "请填整数秒，最多 4,294,967,295。",
  refusedLineEnd: (place) => `第 ${place} 个字符是换行：后面的文字会在框架里自成一行。`,
  refusedCharacter: (place, name) => `第 ${place} 个字符（${name}）不能用在这里。`,
  refusedValue: "这样写，读回来会不一样。",
  optional: (field) => `${field}（可选）`,
  fieldNames: {
    kind: "种类",
    language: "头部的语言",
    reason: "原因",
    directive: "指令",
    role: "角色",
    agentId: "智能体 id",
    target: "接收方",
    sessionKey: "会话 key",
    id: "id",
    action: "动作",
    tag: "类型标签",
    questionId: "问题 id",
    expects: "期望响应",
    timeoutSeconds: "超时（秒）",
    error: "错误",
    available: "可用智能体，每行一个",
    userNeed: "用户需求",
    content: "内容",
    body: "正文",
    summary: "上下文摘要",
  },
  choices: {
    kind: { other: "其他动作", request: "会话之间的请求", notice: "错误通知", control: "指令" },
    language: { "": "自动", zh: "中文", en: "英文" },
    expects: { "": "未说明", blocking: "阻塞等待", "fire-and-forget": "即发即走", background: "非阻塞" },
    reason: { "agent-not-found": "目标不存在", timeout: "超时", failure: "通信失败" },
  },
  sampleAction: "评审",
  samples: {
    task: "请为注册页设计配色，写到 design.md。",
    progress: "我现在开始分析现有设计风格和用户需求...",
    completion: "配色完成，见 design.md。",
    ask: "接口已经确定了吗？\n我需要接口字段来设计表单。",
    message: "前端页面已经就绪，可以开始对接了。",
    answer: "已经确定：POST /api/users，见 api.md。",
    other: "对 design.md 有两点小意见。",
  },
};

export const WRITER_STRINGS = { en, zh };

/** Why a value is refused, in the words of the page: the package's are for developers. */
export function refusal({ field, start, end }, value, strings) {
  if (field === "kind" || (field === "action" && end === value?.length && end > 0)) return strings.refusedKind;
  if (value === "") return strings.refusedEmpty;
  if (field === "timeoutSeconds") return strings.refusedSeconds;
  // Places count in the item of a list, and the package does not say in which.
  if (field === "available") return strings.refusedValue;
  const fault = value.slice(start, end);
  const lineEnd = fault.indexOf("\n");
  const place = [...value.slice(0, start + Math.max(lineEnd, 0))].length + 1;
  if (lineEnd >= 0) return strings.refusedLineEnd(place);
  const characters = [...fault];
  return characters.length === 1 ? strings.refusedCharacter(place, nameOf(fault)) : strings.refusedValue;
}

function nameOf(character) {
  const code = `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `“${character}”` : code;
}
