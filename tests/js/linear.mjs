// What reading costs, as ratios: never as times.

import assert from "node:assert/strict";

/** The shortest of several runs, in nanoseconds: noise only ever adds. */
export function cost(work, runs = 12) {
  let least = Infinity;
  for (let run = 0; run < runs; run += 1) {
    const start = process.hrtime.bigint();
    work();
    least = Math.min(least, Number(process.hrtime.bigint() - start));
  }
  return least;
}

/** Eight times the text costs less than four times as much for each unit. */
export function assertLinear(read, make, size = 4_096) {
  const [small, large] = [make(size), make(size * 8)];
  const ratio = cost(() => read(large), 4) / cost(() => read(small)) / (large.length / small.length);
  assert.ok(ratio < 4, `8 times the text costs ${(ratio * 8).toFixed(1)} times as much`);
}
