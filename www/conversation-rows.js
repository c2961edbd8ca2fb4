/**
 * Reads a pasted text: the rows of a conversation in order, and the lines that are
 * none, each with the reason and its place in the text.
 */
export function readPasted(codec, text) {
  if (text.trim() === "") return { rows: [], faults: [] };
  return text.trimStart().startsWith("{") ? readLines(codec, text) : { rows: readTranscript(codec, text), faults: [] };
}

/** A transcript names no channel: each message came as its protocol wants it. */
function readTranscript(codec, text) {
  return codec.parseTranscript(text).map((message) => ({
    message,
    channel: message.kind === "answer" ? "tool-result" : "user",
  }));
}

function readLines(codec, text) {
  const rows = [];
  const faults = [];
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const end = start + line.length;
    if (line.trim() !== "") {
      const { row, ...fault } = readLine(codec, line);
      if (row) rows.push(row);
      else faults.push({ ...fault, line: index + 1, start, end });
    }
    start = end + 1;
  }
  return { rows, faults };
}

const CHANNEL_OF = new Map([["user", "user"], ["tool", "tool-result"], ["assistant", "user"]]);

const isText = (value) => typeof value === "string";
const isChannel = (value) => value === "user" || value === "tool-result";
const orAbsent = (fits) => (value) => value === undefined || value === null || fits(value);

/** What a line can hold: the field that tells it, what its fields must be, the row. */
const SHAPES = [
  {
    told: "tool",
    fields: { tool: isText, caller: orAbsent(isText) },
    row: (codec, { caller, ...call }) => ({
      call: codec.parseCall({ ...call, caller: caller || null }),
      result: call.result,
    }),
  },
  {
    told: "text",
    fields: { text: isText, sender: orAbsent(isText), channel: orAbsent(isChannel) },
    row: (codec, { text, sender, channel }) => ({
      message: codec.parseMessage(text, { sender: sender || null }),
      channel: channel ?? "user",
    }),
  },
  {
    told: "role",
    fields: { role: (value) => CHANNEL_OF.has(value), content: isText },
    row: (codec, { role, content }) => ({
      message: codec.parseMessage(content),
      channel: CHANNEL_OF.get(role),
      host: role,
    }),
  },
];

function readLine(codec, line) {
  const value = objectIn(line);
  if (value === null) return { reason: "object" };
  const shape = SHAPES.find(({ told }) => Object.hasOwn(value, told));
  if (!shape) return { reason: "shape" };
  const wrong = Object.keys(shape.fields).find((name) => !shape.fields[name](value[name]));
  return wrong ? { reason: "field", field: wrong } : { row: shape.row(codec, value) };
}

function objectIn(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
