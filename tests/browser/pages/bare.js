// What a test's function in the page gets as its first argument.

import * as codec from "/agent-bubble/index.js";
import * as direction from "./direction.js";
import * as errors from "./errors.js";
import * as lasting from "./lasting.js";
import * as measure from "./measure.js";
import * as stage from "./stage.js";
import { structureFaults } from "./structure.js";
import { vectorFaults } from "./vectors.js";

window.tools = { codec, ...direction, ...errors, ...lasting, ...measure, ...stage, structureFaults, vectorFaults };
