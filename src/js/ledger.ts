// What the module knows of a conversation. The facts are here, as plain data: an
// instance that is new is told all of them.

import { ABSENT, KNOWN_STRINGS } from "#tables";
import { addCall, addMessage, closeConversation, type InitOutput, openConversation } from "#wasm";
import { answer, generation, renew, run, write } from "./engine";

/** A message: its id, and the numbers that `addMessage` takes behind it. */
export interface MessageFact {
  id: string;
  numbers: readonly [
    kind: number, role: number, id: number, questionId: number, target: number, subtype: number, content: number, flags: number,
  ];
}

/** A call: the numbers that `addCall` takes, and the keys that it listed. */
export interface CallFact {
  numbers: readonly [
    tool: number, caller: number, source: number, target: number, mode: number, sends: number, reply: number, flags: number,
  ];
  listed: Uint32Array;
}

type Fact = MessageFact | CallFact;

/** What an entry is to those before it. */
export interface Place {
  startsGroup: boolean;
  duplicateOf: number | null;
  question: number | null;
}

interface Recorded extends Place {
  /** Where the number at the end of its id begins. */
  numberAt: number | null;
}

const NO_PLACE = { duplicateOf: null, question: null };

/** Strings as numbers, from 1; 0 is none. */
export class Keys {
  private readonly keys = new Map(KNOWN_STRINGS.map((string, at) => [string, at + 1]));

  of(string: string | null | undefined): number {
    if (string === null || string === undefined) return 0;
    const known = this.keys.get(string);
    if (known !== undefined) return known;
    const key = this.keys.size + 1;
    this.keys.set(string, key);
    return key;
  }
}

interface Handle {
  number: number;
  generation: number;
}

export class Ledger {
  private readonly facts: Fact[] = [];
  /** The greatest number behind each beginning of an id. */
  private readonly numbers = new Map<string, number>();
  private readonly handle: Handle = { number: 0, generation: -1 };

  constructor(
    private readonly viewer: number,
    private readonly main: number,
  ) {
    closing()?.register(this, this.handle);
  }

  add(fact: Fact): Place {
    const { numberAt, ...place } = this.use((handle, wasm) => record(wasm, handle, fact));
    this.facts.push(fact);
    if ("id" in fact && numberAt !== null) this.count(fact.id.slice(0, numberAt), Number(fact.id.slice(numberAt)));
    return place;
  }

  private count(stem: string, number: number): void {
    this.numbers.set(stem, Math.max(number, this.numbers.get(stem) ?? 0));
  }

  /** The next number behind the beginning of an id. */
  nextNumber(stem: string): number {
    return (this.numbers.get(stem) ?? 0) + 1;
  }

  /** Calls the module, once more where it fails: nothing is lost with an instance. */
  use<T>(call: (handle: number, wasm: InitOutput) => T): T {
    const attempt = (): T => run((wasm) => call(this.handleIn(wasm), wasm));
    try {
      return attempt();
    } catch {
      return attempt();
    }
  }

  private handleIn(wasm: InitOutput): number {
    const { handle } = this;
    if (handle.generation !== generation) {
      handle.number = openConversation(this.viewer, this.main);
      handle.generation = generation;
      for (const fact of this.facts) record(wasm, handle.number, fact);
    }
    return handle.number;
  }
}

function record(wasm: InitOutput, handle: number, fact: Fact): Recorded {
  if (!("id" in fact)) return { ...NO_PLACE, startsGroup: addCall(handle, ...fact.numbers, fact.listed), numberAt: null };
  const { id, numbers } = fact;
  write(wasm, id, null, id.length, 0);
  const startsGroup = addMessage(handle, id.length, ...numbers);
  renew(wasm);
  const [duplicateOf, question, numberAt] = [0, 1, 2].map((at) => optional(answer[at]));
  return { startsGroup, duplicateOf, question, numberAt } as Recorded;
}

function optional(number: number | undefined): number | null {
  return number === undefined || number === ABSENT ? null : number;
}

let registry: FinalizationRegistry<Handle> | undefined;

/** Closes conversations that nobody has any more; made late, so that importing does nothing. */
function closing(): FinalizationRegistry<Handle> | undefined {
  if (registry === undefined && typeof FinalizationRegistry === "function") {
    registry = new FinalizationRegistry((handle) => {
      if (handle.generation === generation) run(() => closeConversation(handle.number));
    });
  }
  return registry;
}
