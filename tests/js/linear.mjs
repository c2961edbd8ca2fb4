// What reading costs, as ratios: never as times.

import assert from "node:assert/strict";

const RUNS = 12;
const ENOUGH = 2e9;

/** The shortest of several runs, in nanoseconds: noise only ever adds. */
export function cost(work) {
  let [least, sum] = [Infinity, 0];
  for (let run = 0; run < RUNS && sum < ENOUGH; run += 1) {
    const start = process.hrtime.bigint();
    work();
    const took = Number(process.hrtime.bigint() - start);
    least = Math.min(least, took);
    sum += took;
  }
  return least;
}

/** Eight times the text costs less than four times as much for each unit. */
export function assertLinear(read, make, size = 8_192) {
  const [small, large] = [make(size), make(size * 8)];
  const ratio = cost(() => read(large)) / cost(() => read(small)) / (large.length / small.length);
  assert.ok(ratio < 4, `8 times the text costs ${(ratio * 8).toFixed(1)} times as much`);
}
