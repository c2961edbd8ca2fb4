// Calls of the session tools as typed values.

import type * as Api from "#types";
import { CALL_ROWS, MODE_NAMES, TOOL_NAMES } from "#tables";
import { checkArguments, checkResult, modeOf } from "#wasm";
import { expectOptions, optionalString } from "./arguments";
import { run } from "./engine";
import { expected } from "./error";
import { bubbleOf, readMessage } from "./message";

type Fields = Record<string, unknown>;

/** The kinds of the tools that have one of their own, each at the tool's number. */
const KINDS = ["send", "spawn", "list"] as const;

export const parseCall: typeof Api.parseCall = (call) => {
  const tool = toolOf(call);
  const caller = optionalString(call.caller, "call.caller");
  const number = toolNumber(tool);
  const kind = kindOfTool(number);
  if ("tool" in call && isRead(call, kind, CALLS)) return call as Api.SessionCall;
  const { arguments: listed, input } = call as { arguments?: unknown; input?: unknown };
  const given = listed ?? input;
  const value = isBlank(given) ? {} : fromJson(given);
  const isObject = typeof value === "object" && !Array.isArray(value);
  const fields: Fields = isObject ? { ...value } : { arguments: given };
  const diagnostics = run(() => checkArguments(number, isObject ? fields : value)) as Api.CallDiagnostic[];
  const take = taking(fields, isObject ? argumentsOf(tool) : [], diagnostics);
  const own: Fields = {};
  if (kind === "send") {
    const text = take("message") as string | null;
    own.sessionKey = take("sessionKey");
    own.timeoutSeconds = take("timeoutSeconds");
    own.message = text === null ? null : readMessage(text, null);
  } else if (kind === "spawn") {
    for (const name of argumentsOf(tool)) own[name] = take(name);
  }
  const { message = null, timeoutSeconds = null } = own as { message?: Api.Message | null; timeoutSeconds?: number | null };
  const mode = run(() => modeOf(number, timeoutSeconds));
  return {
    kind,
    tool,
    caller: caller ?? message?.role ?? null,
    mode: mode === undefined ? null : MODE_NAMES[mode],
    ...own,
    extra: fields,
    diagnostics,
  } as Api.SessionCall;
};

/** The result of each kind of call is of that kind. */
export const parseResult = ((call: Api.ToolCall | Api.SessionCall, result: unknown): Api.SessionResult => {
  const number = toolNumber(toolOf(call));
  const kind = kindOfTool(number);
  if (isRead(result, kind, RESULTS)) return result as Api.SessionResult;
  const fields = readResult(result, kind);
  const diagnostics = run(() => checkResult(number, fields)) as Api.CallDiagnostic[];
  const status = takeText(fields, "status");
  const own: Fields = {};
  if (kind === "send") {
    const reply = takeText(fields, "reply");
    own.message = reply === null ? null : readMessage(reply, null);
  } else if (kind === "spawn") {
    own.runId = takeText(fields, "runId");
    own.childSessionKey = takeText(fields, "childSessionKey");
  } else if (kind === "list") {
    own.sessionKeys = takeKeys(fields);
  }
  return { kind, status, ...own, extra: fields, diagnostics } as Api.SessionResult;
}) as typeof Api.parseResult;

export const callBubble: typeof Api.callBubble = (given, options) => {
  const call = parseCall(given);
  expectOptions(options);
  const language = options?.language ?? "zh";
  if (language !== "zh" && language !== "en") throw expected("a language", "options.language", language);
  const row = CALL_ROWS.find(({ tool, mode }) => tool === call.tool && mode === call.mode);
  const bubble = { role: call.caller, action: row?.label[language] ?? call.tool, content: "" };
  if (call.kind === "spawn") return { ...bubble, content: call.task ?? "" };
  if (call.kind !== "send" || call.message === null) return bubble;
  const sent = bubbleOf(call.message);
  return sent && { ...bubble, content: sent.content };
};

/** A result that may have been read before, or that is not there. */
export function readAnyResult(call: Api.SessionCall, result: unknown): Api.SessionResult | null {
  return result === undefined || result === null ? null : parseResult(call, result);
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isSeconds: Check = (value) => typeof value === "number" && value >= 0;
const isMessage: Check = (value) => isText((value as Partial<Api.Message> | null)?.content);
const orNull = (check: Check): Check => (value) => value === null || check(value);

type Shapes = Record<Api.SessionCall["kind"], Record<string, Check>>;

/** What tells that a call, or a result, was read before: tools can give anything. */
const CALLS: Shapes = {
  send: { sessionKey: orNull(isText), timeoutSeconds: orNull(isSeconds), message: orNull(isMessage) },
  spawn: { task: orNull(isText) },
  list: {},
  other: {},
};
const RESULTS: Shapes = {
  send: { status: orNull(isText), message: orNull(isMessage) },
  spawn: { status: orNull(isText), runId: orNull(isText), childSessionKey: orNull(isText) },
  list: { status: orNull(isText), sessionKeys: (value) => Array.isArray(value) && value.every(isText) },
  other: { status: orNull(isText) },
};

function isRead(value: unknown, kind: Api.SessionCall["kind"], shapes: Shapes): boolean {
  const fields = value as Fields | null;
  if (typeof fields !== "object" || fields?.kind !== kind) return false;
  if (typeof fields.extra !== "object" || fields.extra === null || !Array.isArray(fields.diagnostics)) return false;
  return Object.entries(shapes[kind]).every(([name, check]) => check(fields[name]));
}

function kindOfTool(number: number): Api.SessionCall["kind"] {
  return KINDS[number] ?? "other";
}

export function toolNumber(tool: string): number {
  const number = TOOL_NAMES.indexOf(tool);
  return number < 0 ? TOOL_NAMES.length : number;
}

function toolOf(call: unknown): string {
  const { tool, name } = (call ?? {}) as { tool?: unknown; name?: unknown };
  const found = tool ?? name;
  if (typeof call !== "object" || typeof found !== "string") throw expected("a call with a tool", "call", call);
  return found;
}

function argumentsOf(tool: string): readonly string[] {
  const row = CALL_ROWS.find((each) => each.tool === tool);
  return row === undefined ? [] : [...row.arguments, ...row.optionalArguments];
}

/** Some models write no arguments as no text. */
function isBlank(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === "string" && /^[ \t\r\n\f]*$/.test(given));
}

function readResult(result: unknown, kind: Api.SessionCall["kind"]): Fields {
  if (result === undefined || result === null) return {};
  const value = fromJson(result);
  // a reply can be JSON too
  if (kind === "send" && typeof result === "string" && !isResult(value)) return { reply: result };
  if (typeof value === "object" && !Array.isArray(value)) return { ...value };
  if (Array.isArray(value)) return { [kind === "list" ? "sessions" : "value"]: value };
  return { [typeof value === "string" ? "text" : "value"]: value };
}

function isResult(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("reply" in value || "status" in value);
}

/** The value, or what its text is as JSON where that is an object or a list. */
function fromJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Gives good values, which are no longer left then. */
function taking(fields: Fields, names: readonly string[], diagnostics: Api.CallDiagnostic[]): (name: string) => unknown {
  return (name) => {
    const value = fields[name];
    const isAbsent = value === undefined || value === null || value === "";
    const isBad = diagnostics.some(({ code, field }) => field === name && code !== "missing-argument");
    if (isBad || !names.includes(name)) return null;
    delete fields[name];
    return isAbsent ? null : value;
  };
}

function takeText(fields: Fields, name: string): string | null {
  const value = fields[name] ?? "";
  if (typeof value !== "string") return null;
  delete fields[name];
  return value || null;
}

function takeKeys(fields: Fields): string[] {
  const { sessions } = fields;
  if (!Array.isArray(sessions)) return [];
  delete fields.sessions;
  return sessions.flatMap((item: string | { key?: unknown; sessionKey?: unknown } | null) => {
    const key = typeof item === "object" ? [item?.key, item?.sessionKey].find((each) => typeof each === "string") : item;
    return typeof key === "string" ? [key] : [];
  });
}
