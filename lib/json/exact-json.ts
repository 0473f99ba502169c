/** Takes JSON exactly as written, or refuses it (contract § 7): nothing is repaired, cut or rounded. */
import { setImmediate as nextIteration } from "node:timers/promises";
import type { JsonValue } from "../model";
import { type Bounds, type JsonRefusal, Scan } from "./exact-json-scan";

export type ExactJson = { value: JsonValue } | JsonRefusal;

/** Formats a refusal as the end of a sentence that begins with what was read. */
export function sayRefusal({ fault, advice }: JsonRefusal): string {
  return advice === undefined ? fault : `${fault} ${advice}`;
}

/** The fault of text that is not JSON; `json-fault.ts` finds the place and the reason. */
export const NOT_JSON = "is not valid JSON.";

/** For short texts, and for programs that serve no requests meanwhile. */
export function parseExactJson(text: string): ExactJson {
  const scan = new Scan(text);
  scan.proceed(text.length);
  const parsed = parse(text, scan);
  return "fault" in parsed ? parsed : checkTexts(text, parsed);
}

/** Parses in several iterations of the event loop, each of them short (contract § 3). */
export function parseExactJsonInSlices(text: string, bounds?: Bounds): Promise<ExactJson> {
  return oneAtATime(async () => {
    const scan = new Scan(text, bounds);
    while (!scan.proceed(SLICE)) await nextIteration();
    await nextIteration();
    const parsed = parse(text, scan);
    await nextIteration();
    const checked = "fault" in parsed ? parsed : checkTexts(text, parsed);
    await nextIteration();
    return checked;
  });
}

/** In UTF-16 units. A slice full of the slowest numbers takes about 4 ms. */
const SLICE = 64 * 1024;

let last: Promise<unknown> = Promise.resolve();

/** Texts are parsed one after another: together they would make one long iteration of the event loop. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const own = last.then(work);
  last = own.catch(() => {});
  return own;
}

function parse(text: string, scan: Scan): ExactJson {
  if (scan.refusal !== null) return scan.refusal;
  try {
    return { value: JSON.parse(scan.withoutSignedZeros()) as JsonValue };
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    return { fault: NOT_JSON, at: position === undefined ? text.length : Number(position) };
  }
}

/** Only an escape can produce what cannot be stored, so a text without escapes needs no check. */
function checkTexts(text: string, parsed: { value: JsonValue }): ExactJson {
  const fault = text.includes("\\u") ? findUnstorable(parsed.value) : null;
  return fault === null ? parsed : { fault, advice: LEAVE_OUT, at: text.search(UNSTORABLE) };
}

const LEAVE_OUT = "Leave it out.";

/** An escaped NUL or half of a surrogate pair. A backslash that is itself escaped does not begin one. */
const UNSTORABLE =
  /(?<!\\)(?:\\\\)*(?:\\u0000|\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F])/;

/** PostgreSQL stores neither NUL nor half of a surrogate pair. The text need not be JSON. */
export function findUnstorableText(text: string): string | null {
  if (text.includes("\0")) return "has a NUL character, which cannot be stored.";
  return text.isWellFormed() ? null : "has half of a surrogate pair, which is no character.";
}

export function findUnstorable(value: JsonValue): string | null {
  if (typeof value === "string") return findUnstorableText(value);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const fault = findUnstorableText(key) ?? findUnstorable(item);
    if (fault !== null) return fault;
  }
  return null;
}
