/**
 * JSON taken exactly as written or refused (contract § 7): nothing is repaired, cut or rounded. For bodies of requests and
 * records of imports.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_BODY_DEPTH, MAX_BODY_MEMBERS, MAX_BODY_VALUES, MAX_WRITTEN_OUT_DIGITS } from "../limits";
import type { JsonValue } from "../model";
import { readNumber, survives } from "./exact-number";

/**
 * `fault` ends a sentence that begins with what was read: "The body …". `ownNumber`: the last number that stands directly in
 * the document, as it is written, without its sign. `at`: where the text stops being JSON, as far as known.
 */
export type ExactJson = { value: JsonValue; ownNumber?: string | undefined } | { fault: string; at?: number };

/** The fault of text that is not JSON; `json-fault.ts` finds the place and the reason. */
export const NOT_JSON = "is not valid JSON.";

/** For short texts, and for programs that serve nobody meanwhile. */
export function parseExactJson(text: string): ExactJson {
  const scan = new Scan(text);
  scan.proceed(text.length);
  const parsed = parse(text, scan);
  return "fault" in parsed ? parsed : checkTexts(text, parsed);
}

/** The most values, and keys and objects, that a text can have. */
export type Bounds = { values: number; members: number };

const BODY: Bounds = { values: MAX_BODY_VALUES, members: MAX_BODY_MEMBERS };

/** In several turns of the event loop, each of them short (contract § 3). */
export function parseExactJsonInTurns(text: string, bounds: Bounds = BODY): Promise<ExactJson> {
  return oneAtATime(async () => {
    const scan = new Scan(text, bounds);
    while (!scan.proceed(SLICE)) await nextTurn();
    await nextTurn();
    const parsed = parse(text, scan);
    await nextTurn();
    const checked = "fault" in parsed ? parsed : checkTexts(text, parsed);
    await nextTurn();
    return checked;
  });
}

/** In UTF-16 units: some four milliseconds of the slowest numbers. */
const SLICE = 64 * 1024;

let last: Promise<unknown> = Promise.resolve();

/** Texts are read one after the other: together they would make one long turn. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const own = last.then(work);
  last = own.catch(() => {});
  return own;
}

type Parsed = { value: JsonValue; ownNumber: string | undefined };

function parse(text: string, scan: Scan): Parsed | { fault: string; at?: number } {
  if (scan.fault !== null) return { fault: scan.fault };
  try {
    return { value: JSON.parse(scan.withoutSignedZeros()) as JsonValue, ownNumber: scan.ownNumber };
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    return { fault: NOT_JSON, at: position === undefined ? text.length : Number(position) };
  }
}

/** Only an escape can produce what UTF-8 itself forbids. */
function checkTexts(text: string, parsed: Parsed): ExactJson {
  const fault = text.includes("\\u") ? findUnstorable(parsed.value) : null;
  return fault === null ? parsed : { fault };
}

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
 * What has to be known before a text is parsed, so that its depth and the digits of its numbers do not depend on the parser,
 * nor the time on the text. One pass, which can be interrupted.
 */
class Scan {
  fault: string | null = null;
  ownNumber: string | undefined;
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
  ) {}

  /** Reads on by so many units. Returns whether it is done: at the end, or at a fault. */
  proceed(units: number): boolean {
    const end = Math.min(this.text.length, this.at + units);
    while (this.at < end && this.fault === null) this.at = this.inString ? this.passString(end) : this.passOne();
    return this.at >= this.text.length || this.fault !== null;
  }

  /** -0 is 0 (contract § 8), as PostgreSQL stores it: a value that is sent back is then unchanged. */
  withoutSignedZeros(): string {
    if (this.signs.length === 0) return this.text;
    const pieces = this.signs.map((sign, index) => this.text.slice((this.signs[index - 1] ?? -1) + 1, sign));
    return pieces.join("") + this.text.slice((this.signs.at(-1) ?? -1) + 1);
  }

  /** To the end of the string, or of this part. */
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
    if (code === QUOTE) this.inString = true;
    else if (code === COMMA) this.count(1, 0);
    else if (code === COLON) this.count(0, 1);
    else if (isOpening(code)) this.open(code);
    else if (isClosing(code)) this.depth -= 1;
    return this.at + 1;
  }

  private open(code: number): void {
    this.depth += 1;
    if (this.depth > MAX_BODY_DEPTH) this.fault = `nests deeper than ${MAX_BODY_DEPTH}.`;
    else this.count(1, code === 0x7b ? 1 : 0);
  }

  private count(values: number, members: number): void {
    this.values += values;
    this.members += members;
    const bounds = this.bounds;
    if (this.values > bounds.values) this.fault = `has more than ${bounds.values} values. Send less at a time.`;
    if (this.members > bounds.members) {
      this.fault = `has more than ${bounds.members} keys and objects. Send less at a time.`;
    }
  }

  private passNumber(): number {
    const number = readNumber(this.text, this.at);
    if (!survives(this.text, number)) {
      this.fault = "has a number that a double cannot hold exactly. Send it as a string.";
    }
    this.writtenOut += Math.abs(number.exponent);
    if (this.writtenOut > MAX_WRITTEN_OUT_DIGITS) {
      this.fault = `has numbers that take more than ${MAX_WRITTEN_OUT_DIGITS} digits when they are written out.`;
    }
    if (number.digits === 0 && this.text.charCodeAt(this.at - 1) === MINUS) this.signs.push(this.at - 1);
    if (this.depth === 1) this.ownNumber = this.text.slice(this.at, number.end);
    return number.end;
  }
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
