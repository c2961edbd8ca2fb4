// Which framed messages can be written, judged by the rules and not by the crate.

import { ACTIONS, SUBTYPES, TAGS, TAG_OF_KIND, isControl, isName, trim, trimSpaces } from "./reference.mjs";

const LABELS = {
  task: ["任务发布", "task dispatch"], progress: ["任务进度输出", "task progress"], completion: ["任务完成汇报", "task completion"],
  ask: ["提问", "question"], message: ["消息", "message"], answer: ["回答", "answer"],
};
const WORDS = { zh: ["来自 ", " 向 ", " 的"], en: ["From ", " to ", ": "] };
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const MAX_HEADER = 512;
const MAX_TAG_BYTES = 4096;
const MAX_ATTRIBUTES = 32;

const isTagName = (name) => /^[^<>"'/=& \t\r\n]+$/u.test(name) || (!name.isWellFormed() && /^[^<>"'/=& \t\r\n]+$/.test(name));
const isLine = (text) => text !== "" && ![...text].some(isControl);
const isXml = (c) => c === "\t" || c === "\n" || c === "\r" || c > "\x1F";
const escape = (value) => [...value].map((c) => ENTITIES[c] ?? (isControl(c) && isXml(c) ? `&#${c.codePointAt(0)};` : c)).join("");

/** What stands in the frame of a message that is to be written. */
export function partsOf(init) {
  const { kind, role, id, target = null, subtype = null, questionId = null } = init;
  const isAscii = /^[ -~]*$/.test(init.action ?? "提");
  const language = init.language ?? (isAscii ? "en" : "zh");
  const action = init.action ?? LABELS[kind]?.[language === "zh" ? 0 : 1] ?? "";
  const [prefix, receiver, separator] = WORDS[language];
  const header = `${prefix}${role}${target === null ? "" : receiver + target}${separator}${action}`;
  return { kind, role, id, target, subtype, questionId, action, separator, header, tag: init.tag ?? TAG_OF_KIND[kind] ?? "", attributes: init.attributes ?? [] };
}

/** The receiver and the action of a header that has one, by step 4 of 2.4. */
function splitReceiver(behind, separator, tagTarget) {
  const places = [];
  for (let at = behind.indexOf(separator); at >= 0; at = behind.indexOf(separator, at + 1)) places.push(at);
  let split = places.filter((at) => ACTIONS.has(trimSpaces(behind.slice(at + separator.length)))).at(-1) ?? places[0];
  if (tagTarget !== null && behind.startsWith(tagTarget + separator)) split = tagTarget.length;
  return [behind.slice(0, split), behind.slice(split + separator.length)];
}

/** Whether a frame of these parts, and with these attributes, is read back the same. */
function comesBack(parts, attributes) {
  const { kind, tag, target, action, separator, subtype, questionId } = parts;
  const names = attributes.map(([name]) => name);
  if (new Set(names).size < names.length || names.length > MAX_ATTRIBUTES) return false;
  const typeTag = `<${tag}${attributes.map(([name, value]) => ` ${name}="${escape(value)}"`).join("")}>`;
  if (names.length > 0 && Buffer.byteLength(typeTag) > MAX_TAG_BYTES) return false;
  const valueOf = (name) => attributes.find(([other]) => other === name)?.[1] ?? null;
  const agrees = (field, name) => field === null || field === valueOf(name); // an absent field follows the list
  if (!agrees(subtype, "subtype") || !agrees(questionId, "question_id")) return false;
  if ((ACTIONS.get(trimSpaces(action)) ?? SUBTYPES.get(valueOf("subtype")) ?? TAGS.get(tag) ?? "other") !== kind) return false;
  const listed = valueOf("target");
  const tagTarget = listed !== null && isName(listed) ? listed : null;
  if (target === null) return true;
  const [found, rest] = splitReceiver(target + separator + action, separator, tagTarget);
  return found === target && rest === action;
}

export function isWritable(init) {
  const parts = partsOf(init);
  const { role, id, target, action, tag, subtype, questionId, attributes, header } = parts;
  if (!isName(role) || (target !== null && !isName(target))) return false;
  if (typeof id !== "string" || !isLine(id) || trim(id) !== id || !isLine(action)) return false;
  if (!isTagName(tag) || !attributes.every(([name]) => isTagName(name)) || header.length > MAX_HEADER) return false;
  const has = (name) => attributes.some(([other]) => other === name);
  const joined = [["subtype", subtype], ["question_id", questionId]].filter(([name, value]) => value !== null && !has(name));
  const all = [...attributes, ...joined];
  return comesBack(parts, all) || (target !== null && !has("target") && comesBack(parts, [...all, ["target", target]]));
}
