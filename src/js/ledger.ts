// What the module knows of a conversation. The facts are here, as plain data: an
// instance that is new is told all of them.

import { ABSENT, KNOWN_STRINGS } from "#tables";
import { addCall, closeConversation, type InitOutput, openConversation } from "#wasm";
import { answer, generation, renew, run, write } from "./engine";

/** The numbers that `addMessage` takes behind the length of the id. */
export type MessageFacts = readonly [
  kind: number, role: number, id: number, questionId: number, target: number, subtype: number, content: number, flags: number,
];

/** The numbers that `addCall` takes. */
export type CallFacts = readonly [
  tool: number, caller: number, source: number, target: number, mode: number, sends: number, reply: number, flags: number,
];

/** How many numbers an entry has. */
const FACTS = 8;

/** As much of an id as the module looks at: the prefix of its kind, and a number. */
const ID_HEAD = 8;
const ID_TAIL = 16;

/** The least digits of a number in an id that is made. */
const ID_DIGITS = 3;

/** The longest beginning of an id that is made: a prefix and the letters of a role. */
const MAX_STEM_LENGTH = 2_048;

/** What an entry is to those before it. */
export interface Place {
  startsGroup: boolean;
  duplicateOf: number | null;
  question: number | null;
}

/** Engines hash longer strings by their length alone, so that many of one length make a map slow. */
const MAX_HASHED_LENGTH = 16_383;

/** Strings as numbers, from 1; 0 is none. */
export class Keys {
  private readonly keys = new Map(KNOWN_STRINGS.map((string, at) => [string, at + 1]));
  private readonly long = new Map<string, { string: string; key: number }>();
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  of(string: string | null | undefined): number {
    if (string === null || string === undefined) return 0;
    if (string.length > MAX_HASHED_LENGTH) return this.ofLong(string);
    let key = this.keys.get(string);
    if (key === undefined) {
      key = this.next();
      this.keys.set(string, key);
    }
    return key;
  }

  has(string: string): boolean {
    return this.keys.has(string);
  }

  private ofLong(string: string): number {
    let print = fingerprint(string, this.seed);
    let known = this.long.get(print);
    while (known !== undefined && known.string !== string) {
      print += "+";
      known = this.long.get(print);
    }
    if (known !== undefined) return known.key;
    const key = this.next();
    this.long.set(print, { string, key });
    return key;
  }

  private next(): number {
    return this.keys.size + this.long.size + 1;
  }
}

/** Another for nearly every string; nobody knows the seed. */
function fingerprint(string: string, seed: number): string {
  let [one, two] = [seed, ~seed];
  for (let at = 0; at < string.length; at += 1) {
    const unit = string.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two + unit, 0x85ebca6b) ^ (two >>> 13);
  }
  return `${string.length} ${one} ${two}`;
}

interface Handle {
  number: number;
  generation: number;
}

export class Ledger {
  /** The ends of each message's id, and the keys that each call listed. */
  private readonly entries: (string | Uint32Array)[] = [];
  /** The other facts of all entries, one behind the other. */
  private readonly facts: number[] = [];
  /** The greatest number behind each beginning of an id. */
  private readonly numbers = new Map<string, number>();
  private readonly handle: Handle = { number: 0, generation: -1 };

  constructor(
    private readonly viewer: number,
    private readonly main: number,
  ) {
    closing()?.register(this, this.handle);
  }

  addMessage(id: string | null, facts: MessageFacts): Place {
    const ends = endsOf(id ?? "");
    const startsGroup = this.add(ends, facts);
    const [duplicateOf, question, numberAt] = [optional(answer[0]), optional(answer[1]), optional(answer[2])];
    if (id !== null && numberAt !== null) this.count(id, id.length - ends.length + numberAt);
    return { startsGroup, duplicateOf, question };
  }

  addCall(listed: Uint32Array, facts: CallFacts): Place {
    return { startsGroup: this.add(listed, facts), duplicateOf: null, question: null };
  }

  private add(entry: string | Uint32Array, facts: MessageFacts | CallFacts): boolean {
    const startsGroup = this.use((handle, wasm) => record(wasm, handle, entry, facts, 0));
    this.entries.push(entry);
    this.facts.push(...facts);
    return startsGroup;
  }

  private count(id: string, numberAt: number): void {
    const stem = id.slice(0, numberAt);
    const number = Number(id.slice(numberAt));
    if (stem.length <= MAX_STEM_LENGTH && number > (this.numbers.get(stem) ?? 0)) this.numbers.set(stem, number);
  }

  /** The first id with that beginning, behind the greatest number so far, that is not `taken`. */
  nextId(stem: string, taken: (id: string) => boolean): string {
    for (let number = (this.numbers.get(stem) ?? 0) + 1; ; number += 1) {
      const id = stem + String(number).padStart(ID_DIGITS, "0");
      if (!taken(id)) return id;
      // what is taken stays so
      this.numbers.set(stem, number);
    }
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
    const { handle, entries, facts } = this;
    if (handle.generation !== generation) {
      handle.number = openConversation(this.viewer, this.main);
      entries.forEach((entry, at) => record(wasm, handle.number, entry, facts, at * FACTS));
      handle.generation = generation;
    }
    return handle.number;
  }
}

/** Tells the module of an entry whose facts stand at `at`; whether it starts a group. */
function record(wasm: InitOutput, handle: number, entry: string | Uint32Array, facts: readonly number[], at: number): boolean {
  const [a, b, c, d, e, f, g, h] = facts.slice(at, at + FACTS) as unknown as MessageFacts;
  if (typeof entry !== "string") return addCall(handle, a, b, c, d, e, f, g, h, entry);
  write(wasm, entry, null, entry.length, 0);
  const startsGroup = wasm.addMessage(handle, entry.length, a, b, c, d, e, f, g, h) !== 0;
  renew(wasm);
  return startsGroup;
}

function endsOf(id: string): string {
  return id.length > ID_HEAD + ID_TAIL ? id.slice(0, ID_HEAD) + id.slice(-ID_TAIL) : id;
}

function optional(number: number | undefined): number | null {
  return number === undefined || number === ABSENT ? null : number;
}

let registry: FinalizationRegistry<Handle> | undefined;

/** Closes conversations that nobody has any more; made late, so that importing does nothing. */
function closing(): FinalizationRegistry<Handle> | undefined {
  if (registry === undefined && typeof FinalizationRegistry === "function") {
    registry = new FinalizationRegistry((handle) => {
      try {
        // `run` may start an instance that knows nothing of this handle
        run(() => handle.generation === generation && closeConversation(handle.number));
      } catch {
        // the instance is replaced, and nobody is there to be told
      }
    });
  }
  return registry;
}
