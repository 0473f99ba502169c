/**
 * The calls of thirty days as they are drawn: for each day the height of a bar, in one letter, and the sums for its text. Two
 * short words instead of sixty numbers, because a list has a thousand of them. Pure.
 */
import type { Sparkline } from "@/lib/call-log/usage";

/** Of as many letters as there are days; empty where nothing is to be drawn. */
export type DrawnDays = { days: number; ok: number; denied: number; okBars: string; deniedBars: string };

/** The first is no bar at all. */
const HEIGHTS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TALLEST = HEIGHTS.length - 1;
/** What can still be seen beside thousands. */
const LEAST = 4;

export function drawDays({ ok, denied }: Sparkline): DrawnDays {
  const most = Math.max(1, ...ok, ...denied);
  return {
    days: ok.length,
    ok: sumOf(ok),
    denied: sumOf(denied),
    okBars: toBars(ok, most),
    deniedBars: toBars(denied, most),
  };
}

/** Of each day, from 0 to 1. */
export function heightsOf(bars: string): number[] {
  return Array.from(bars, (letter) => HEIGHTS.indexOf(letter) / TALLEST);
}

/** By the root, so that a single call beside thousands is a bar of its own. */
function toBars(counts: readonly number[], most: number): string {
  if (counts.every((count) => count === 0)) return "";
  return counts.map((count) => HEIGHTS.charAt(toStep(count, most))).join("");
}

function toStep(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(LEAST, Math.round(Math.sqrt(count / most) * TALLEST));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}
