/**
 * JSON is taken exactly as written, or refused (contract § 7): nothing is repaired, cut or rounded. For request bodies and
 * records of imports.
 */
import { setImmediate as nextIteration } from "node:timers/promises";
import { MAX_BODY_DEPTH, MAX_BODY_MEMBERS, MAX_BODY_VALUES, MAX_WRITTEN_OUT_DIGITS } from "../limits";
import type { JsonValue } from "../model";
import { describeInexact, readNumber, survives } from "./exact-number";
import { JsonPath } from "./json-path";

/**
 * `fault` ends a sentence that begins with what was read, "The body …"; `advice` is a sentence of its own. `at` is the position
 * of the fault in the text, as far as known; `path` is that of the value.
 */
export type ExactJson = { value: JsonValue } | JsonRefusal;
export type JsonRefusal = { fault: string; advice?: string; at?: number; path?: string };

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

/** The most values that a text can have, and the most keys and objects together. */
export type Bounds = { values: number; members: number };

const BODY: Bounds = { values: MAX_BODY_VALUES, members: MAX_BODY_MEMBERS };

/** Parses in several iterations of the event loop, each of them short (contract § 3). */
export function parseExactJsonInSlices(text: string, bounds: Bounds = BODY): Promise<ExactJson> {
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

/** In UTF-16 units. A slice full of the slowest numbers takes some four milliseconds. */
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

/**
 * The escape of a NUL, or of half of a surrogate pair without the other half. A backslash that is itself escaped does not begin
 * one.
 */
const UNSTORABLE =
  /(?<!\\)(?:\\\\)*(?:\\u0000|\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F])/;

/** PostgreSQL stores neither NUL nor half of a surrogate pair. The text need not be JSON. */
export function findUnstorableText(text: string): string | null {
  if (text.includes("\0")) return "has a NUL character, which cannot be stored.";
  return text.isWellFormed() ? null : "has half of a surrogate pair, which is no character.";
}

function findUnstorable(value: JsonValue): string | null {
  if (typeof value === "string") return findUnstorableText(value);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const fault = findUnstorableText(key) ?? findUnstorable(item);
    if (fault !== null) return fault;
  }
  return null;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Checks a text before it is parsed, so that neither its depth nor the digits of its numbers depend on the parser, and the time
 * does not depend on the text. One pass, which can be interrupted.
 */
class Scan {
  refusal: JsonRefusal | null = null;
  private readonly path: JsonPath;
  private at = 0;
  private depth = 0;
  private values = 0;
  private members = 0;
  private writtenOut = 0;
  private inString = false;
  private readonly signs: number[] = [];

  constructor(
    private readonly text: string,
    private readonly bounds: Bounds = BODY,
  ) {
    this.path = new JsonPath(text);
  }

  /** Reads on by that many units. Returns true once it is done: at the end, or at a fault. */
  proceed(units: number): boolean {
    const end = Math.min(this.text.length, this.at + units);
    while (this.at < end && this.refusal === null) this.at = this.inString ? this.passString(end) : this.passOne();
    return this.at >= this.text.length || this.refusal !== null;
  }

  /** -0 becomes 0 (contract § 8), as PostgreSQL stores it, so that a value that is sent back is unchanged. */
  withoutSignedZeros(): string {
    if (this.signs.length === 0) return this.text;
    const pieces = this.signs.map((sign, index) => this.text.slice((this.signs[index - 1] ?? -1) + 1, sign));
    return pieces.join("") + this.text.slice((this.signs.at(-1) ?? -1) + 1);
  }

  /** Reads to the end of the string, or of this slice. */
  private passString(end: number): number {
    let at = this.at;
    while (at < end) {
      const code = this.text.charCodeAt(at);
      at += code === BACKSLASH ? 2 : 1;
      if (code !== QUOTE) continue;
      this.inString = false;
      return at;
    }
    return at;
  }

  private passOne(): number {
    const code = this.text.charCodeAt(this.at);
    if (isDigit(code)) return this.passNumber();
    if (code === QUOTE) {
      this.inString = true;
      this.path.passString(this.at);
    } else if (code === COMMA) {
      this.count(1, 0);
      this.path.passComma();
    } else if (code === COLON) {
      this.count(0, 1);
      this.path.passColon();
    } else if (isOpening(code)) this.open(code);
    else if (isClosing(code)) {
      this.depth -= 1;
      this.path.leave();
    }
    return this.at + 1;
  }

  private open(code: number): void {
    this.depth += 1;
    if (this.depth > MAX_BODY_DEPTH) this.refuse(`nests deeper than ${MAX_BODY_DEPTH}.`);
    else this.count(1, code === 0x7b ? 1 : 0);
    this.path.enter(code === 0x5b);
  }

  private count(values: number, members: number): void {
    this.values += values;
    this.members += members;
    const bounds = this.bounds;
    if (this.values > bounds.values) this.refuse(`has more than ${bounds.values} values.`, SEND_LESS);
    if (this.members > bounds.members) this.refuse(`has more than ${bounds.members} keys and objects.`, SEND_LESS);
  }

  private passNumber(): number {
    const number = readNumber(this.text, this.at);
    const isNegative = this.text.charCodeAt(this.at - 1) === MINUS;
    if (!survives(this.text, number)) {
      const at = isNegative ? this.at - 1 : this.at;
      this.refusal = { ...describeInexact(number), at, path: this.path.toString() };
    }
    this.writtenOut += Math.abs(number.exponent);
    if (this.writtenOut > MAX_WRITTEN_OUT_DIGITS) {
      this.refuse(`has numbers that take more than ${MAX_WRITTEN_OUT_DIGITS} digits when they are written out.`);
    }
    if (number.digits === 0 && isNegative) this.signs.push(this.at - 1);
    return number.end;
  }

  private refuse(fault: string, advice?: string): void {
    this.refusal = advice === undefined ? { fault } : { fault, advice };
  }
}

const SEND_LESS = "Send less at a time.";

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
