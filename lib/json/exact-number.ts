/**
 * Whether a number of JSON survives as a double. Decided from its characters where possible: a body can hold hundreds of
 * thousands of numbers, each chosen to be slow.
 */

/** A decimal of ordinary size with this many digits survives. */
const SAFE_DIGITS = 15;
/** The longest double written out has fewer characters. Longer ones are not read: one number could be a megabyte long. */
const MAX_LENGTH = 2_000;
/** No double needs more digits. */
const MAX_DIGITS = 17;
/** The power of ten of the first digit. Past it doubles become inexact, and end. */
const SAFE_EXPONENT = 300;
/** Far beyond every double. */
const MAX_EXPONENT = 1_000_000;

/** The digits of a literal without zeros around them, and the power of ten of the first. */
type ReadNumber = {
  end: number;
  /** Where its significant digits begin and end, with the point among them. The same place for zero. */
  from: number;
  to: number;
  /** Infinite where the literal is too long to be read. */
  digits: number;
  exponent: number;
};

/** Reads a number without a sign, as far as the text has the form of one. The parser refuses an incomplete one. */
export function readNumber(text: string, start: number): ReadNumber {
  let at = start;
  let from = -1;
  let to = start;
  let point = -1;
  let zeros = 0;
  let digits = 0;
  const last = Math.min(text.length, start + MAX_LENGTH);
  for (; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === POINT && point === -1) {
      point = at;
      continue;
    }
    if (code < ZERO || code > NINE) break;
    if (code === ZERO) {
      zeros += 1;
      continue;
    }
    if (from === -1) from = at;
    else digits += zeros;
    digits += 1;
    zeros = 0;
    to = at + 1;
  }
  const wholeEnd = point === -1 ? at : point;
  const power = readPower(text, at);
  const isTooLong = at === start + MAX_LENGTH;
  if (from === -1 && !isTooLong) return { end: power.end, from: start, to: start, digits: 0, exponent: 0 };
  const exponent = power.value + (from < wholeEnd ? wholeEnd - from - 1 : wholeEnd - from);
  return { end: power.end, from, to, digits: isTooLong ? Number.POSITIVE_INFINITY : digits, exponent };
}

/** Whether a double keeps the number that was read from the text. */
export function survives(text: string, number: ReadNumber): boolean {
  const { digits, exponent } = number;
  if (digits <= SAFE_DIGITS && exponent < SAFE_EXPONENT && exponent > -SAFE_EXPONENT) return true;
  if (digits > MAX_DIGITS) return false;
  const written = significant(text, number);
  const value = Number(`${written}e${exponent - digits + 1}`);
  if (!Number.isFinite(value) || value === 0) return false;
  const back = String(value);
  const read = readNumber(back, 0);
  return read.exponent === exponent && significant(back, read) === written;
}

/** The literal has the grammar of JSON, with or without a sign. */
export function survivesAsDouble(literal: string): boolean {
  return survives(literal, readNumber(literal, literal.startsWith("-") ? 1 : 0));
}

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** The exponent behind a number's digits; none where there is none. */
function readPower(text: string, start: number): { value: number; end: number } {
  if ((text.charCodeAt(start) | 0x20) !== 0x65) return { value: 0, end: start };
  const sign = text.charCodeAt(start + 1);
  let at = sign === PLUS || sign === MINUS ? start + 2 : start + 1;
  const first = at;
  let value = 0;
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
    value = Math.min(value * 10 + code - ZERO, MAX_EXPONENT);
    at += 1;
  }
  if (at === first) return { value: 0, end: start };
  return { value: sign === MINUS ? -value : value, end: at };
}

function significant(text: string, { from, to }: ReadNumber): string {
  const written = text.slice(from, to);
  const point = written.indexOf(".");
  return point === -1 ? written : written.slice(0, point) + written.slice(point + 1);
}
