// What is thrown, judged here: a driver's own code can live in another realm,
// where `instanceof Error` means another `Error`.

import { MessageError, parseMessage, position, renderBubble, toBubble } from "/agent-bubble/index.js";

const BUBBLE = { role: "A_1", action: "says", content: "hello" };

const WRONG_CALLS = {
  "parseMessage()": () => parseMessage(),
  "parseMessage(5)": () => parseMessage(5),
  "parseMessage(new String)": () => parseMessage(new String("x")),
  "toBubble(null)": () => toBubble(null),
  "toBubble({})": () => toBubble({}),
  "toBubble(5)": () => toBubble(5),
  "renderBubble(null)": () => renderBubble(null),
  "renderBubble({})": () => renderBubble({}),
  "renderBubble(a role of 5)": () => renderBubble({ ...BUBBLE, role: 5 }),
  "renderBubble(a document of {})": () => renderBubble(BUBBLE, { document: {} }),
  "position(5, 0)": () => position(5, 0),
  "position(a text, null)": () => position("x", null),
};

/** Each wrong call, and what came of it. */
export function wrongCalls() {
  return Object.entries(WRONG_CALLS).map(([name, call]) => {
    const error = thrownBy(call);
    return { name, outcome: error instanceof TypeError && error.message ? "TypeError" : String(error) };
  });
}

export function strictError(text) {
  const error = thrownBy(() => parseMessage(text, { strict: true }));
  const { name, code, start, end, line, column, message } = error;
  const isError = error instanceof Error;
  const isMessageError = error instanceof MessageError;
  return { name, code, start, end, line, column, isError, isMessageError, saysSomething: message.length > 0 };
}

function thrownBy(call) {
  try {
    call();
    return "nothing";
  } catch (error) {
    return error;
  }
}
