import { esm } from "./package.mjs";
import { eastAsianWidth } from "get-east-asian-width";
const { formatBubble } = esm;
const diff = {};
for (let c = 0x20; c < 0x110000; c++) {
  if (c >= 0xd800 && c < 0xe000) continue;
  const ch = String.fromCodePoint(c);
  if (/^[\p{Cc}\u2028\u2029]$/u.test(ch)) continue;
  const row = formatBubble({ role: null, action: null, content: `a${ch}` }, { width: 20 }).split("\n")[1];
  const inside = row.slice(2 + 1 + ch.length, -2); // spaces
  if (!row.includes(ch)) { (diff.escaped ??= []).push(c); continue; }
  const w = 15 - inside.length;
  const zero = /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]$/u.test(ch);
  const e = zero ? 0 : eastAsianWidth(c);
  if (w !== e) (diff[`${w} not ${e} ${/\p{Cn}/u.test(ch) ? "unassigned" : ""}`] ??= []).push(c);
}
for (const [k, v] of Object.entries(diff)) {
  const ranges = []; for (const c of v) { const l = ranges.at(-1); if (l && l[1] === c - 1) l[1] = c; else ranges.push([c, c]); }
  console.log(k, v.length, ranges.slice(0, 40).map(([a, b]) => a.toString(16) + (a === b ? "" : "-" + b.toString(16))).join(" "));
}
