// A small team's log as a backend would hand it to a chat page: raw texts,
// each with the side and label that only the page knows.

const lines = (...parts) => parts.join("\n");

function envelope(header, role, id, tag, ...content) {
  return lines(header, `id: ${id}`, "", `<${role}>`, `<${tag}>`, ...content, `</${tag.split(" ")[0]}>`, `</${role}>`);
}

const UI = "UI Operator_1";
const STACK = "Full-Stack Engineer_1";

export const LEADER = "Team Leader";

export const TEAM_LOG = [
  { text: "帮我做一个注册页，今天能看到初稿吗？", host: "user" },
  {
    text: envelope(`来自 ${LEADER} 的任务发布`, LEADER, "task_001", "Task",
      "请为注册页设计配色和表单，输出 design.md。", "", "- 主色调沿用官网", "- 表单字段先和后端确认"),
  },
  { text: envelope(`来自 ${UI} 的任务进度输出`, UI, "out_uio_001", "Output", "我现在开始分析现有设计风格和用户需求...") },
  {
    text: envelope(`来自 ${UI} 向 ${STACK} 的提问`, UI, "ask_uio_001", `Ask target="${STACK}" subtype="ask_other"`,
      "API 接口已经确定了吗？我需要接口字段来设计表单。"),
  },
  {
    text: envelope(`来自 ${STACK} 的回答`, STACK, "ans_fse_001", 'Answer question_id="ask_uio_001"',
      "已经确定，见 api.md：", "", "POST /api/users", '{ "email": "…", "password": "…" }'),
  },
  { text: envelope(`来自 ${STACK} 的提问`, STACK, "ask_fse_001", "Ask", "我该怎么处理版本冲突问题？项目里当前用的是什么分支策略？") },
  { text: envelope(`来自 ${LEADER} 的消息`, LEADER, "msg_tl_002", "Message", "统一走 develop 分支，冲突以最新的 api.md 为准。") },
  {
    text: lines(
      "【Agent 间通信】", "发件方: 主控 (main)", "收件方: 分析员", "source sessionKey: agent:main:main",
      "通信目的: 知识获取", "期望响应: 阻塞等待", "timeout: 120", "", "---",
      "用户需求: 上个月有多少人注册？", "", "请给出总数和每周的数字。", "", "---", "上下文摘要: 注册页改版前的基线",
    ),
  },
  {
    text: lines("⚠️ 与目标 Agent 通信超时（120秒未响应）", "建议：", "1. 稍后重试", "2. 改用 sessions_spawn 后台执行"),
  },
  { text: "REPLY_SKIP" },
  {
    text: envelope(`From ${UI}: task completion`, UI, "out_uio_002", 'Output subtype="completion_report"',
      "注册页初稿已完成，配色见 design.md，主色调为蓝色系。"),
  },
  { text: "很好，谢谢大家！", host: "user" },
];
