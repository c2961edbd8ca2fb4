// The protocols' tables, frozen.

import type * as Api from "#types";
import { CALL_ROWS, KIND_ROWS, SCENARIO_ROWS } from "#tables";

function freeze(value: unknown): unknown {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

export const KINDS = /* @__PURE__ */ freeze(KIND_ROWS) as typeof Api.KINDS;
export const CALLS = /* @__PURE__ */ freeze(CALL_ROWS) as typeof Api.CALLS;
export const SCENARIOS = /* @__PURE__ */ freeze(SCENARIO_ROWS) as typeof Api.SCENARIOS;
