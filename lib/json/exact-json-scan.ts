/** Checks a text before it is parsed: depth, size and the digits of numbers. One pass in bounded time, which can be interrupted. */
import { MAX_BODY_DEPTH, MAX_BODY_MEMBERS, MAX_BODY_VALUES, MAX_WRITTEN_OUT_DIGITS } from "../limits";
import { describeInexact, readNumber, survives } from "./exact-number";

/** `fault` ends a sentence that begins "The body …"; `advice` is a sentence. `at` is a position in the text, if known. */
export type JsonRefusal = { fault: string; advice?: string; at?: number; path?: string };

/** `members` counts keys and objects together. */
export type Bounds = { values: number; members: number };

const BODY: Bounds = { values: MAX_BODY_VALUES, members: MAX_BODY_MEMBERS };

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

export class Scan {
  refusal: JsonRefusal | null = null;
  private at = 0;
  private readonly open: Open[] = [];
  private lastString = 0;
  private values = 0;
  private members = 0;
  private writtenOut = 0;
  private inString = false;
  private readonly signs: number[] = [];

  constructor(
    private readonly text: string,
    private readonly bounds: Bounds = BODY,
  ) {}

  /** Returns true once it is done: at the end, or at a fault. */
  proceed(units: number): boolean {
    const end = Math.min(this.text.length, this.at + units);
    while (this.at < end && this.refusal === null) this.at = this.inString ? this.passString(end) : this.passOne();
    return this.at >= this.text.length || this.refusal !== null;
  }

  /** -0 becomes 0 (contract § 7), as PostgreSQL stores it, so that a value that is sent back is unchanged. */
  withoutSignedZeros(): string {
    if (this.signs.length === 0) return this.text;
    const pieces = this.signs.map((sign, index) => this.text.slice((this.signs[index - 1] ?? -1) + 1, sign));
    return pieces.join("") + this.text.slice((this.signs.at(-1) ?? -1) + 1);
  }

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
      this.lastString = this.at;
    } else if (code === COMMA) {
      this.count(1, 0);
      const inner = this.open.at(-1);
      if (inner !== undefined) inner.index += 1;
    } else if (code === COLON) {
      this.count(0, 1);
      const inner = this.open.at(-1);
      // The string before the colon was a key.
      if (inner !== undefined) inner.keyAt = this.lastString;
    } else if (code === 0x5b || code === 0x7b) this.enter(code);
    else if (code === 0x5d || code === 0x7d) this.open.pop();
    return this.at + 1;
  }

  private enter(code: number): void {
    this.open.push({ isList: code === 0x5b, index: 0, keyAt: 0 });
    if (this.open.length > MAX_BODY_DEPTH) this.refuse(`nests deeper than ${MAX_BODY_DEPTH}.`);
    else this.count(1, code === 0x7b ? 1 : 0);
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
      this.refusal = { ...describeInexact(number), at, path: this.pathHere() };
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

  /** Empty at the top level. Keys are as written, including their escapes. */
  private pathHere(): string {
    const keyFrom = (start: number) => {
      KEY.lastIndex = start;
      return KEY.exec(this.text)?.[1] ?? "";
    };
    const parts = this.open.map(({ isList, index, keyAt }) => (isList ? `[${index}]` : `.${keyFrom(keyAt)}`));
    return parts.join("").replace(/^\./, "");
  }
}

const SEND_LESS = "Send less at a time.";

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** An open bracket: for a list, the index of the current item; for an object, the position of the last key's opening quote. */
type Open = { isList: boolean; index: number; keyAt: number };

/** No field key is longer, and a path has few parts. */
const KEY = /"((?:[^"\\]|\\.){0,200})/y;
