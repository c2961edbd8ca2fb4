import type * as Api from "#types";
import { expectString } from "./arguments";
import { expected } from "./error";

export const position: typeof Api.position = (text, offset) => {
  expectString(text, "text");
  if (typeof offset !== "number") throw expected("a number", "offset", offset);
  const end = Math.min(Math.max(Math.trunc(offset) || 0, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let feed = text.indexOf("\n"); feed >= 0 && feed < end; feed = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = feed + 1;
  }
  return { line, column: end - lineStart + 1 };
};
