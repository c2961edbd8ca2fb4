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

/** As often is measured what seems too much: noise passes, a square of the length does not. */
const TRIES = 3;

/** Eight times the text costs less than four times as much for each unit. */
export function assertLinear(read, make, size = 8_192) {
  const [small, large] = [make(size), make(size * 8)];
  let ratio = Infinity;
  for (let time = 0; time < TRIES && ratio >= 4; time += 1) {
    ratio = cost(() => read(large)) / cost(() => read(small)) / (large.length / small.length);
  }
  assert.ok(ratio < 4, `8 times the text costs ${(ratio * 8).toFixed(1)} times as much`);
}
