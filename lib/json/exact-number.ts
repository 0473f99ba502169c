/** Decides from its characters, where possible, whether a JSON number survives as a double: a body can be full of slow numbers. */

/** A decimal of ordinary size with up to this many digits survives. */
const SAFE_DIGITS = 15;
/** No double is longer when it is written out. Longer literals are not read: one number could be a megabyte long. */
const MAX_LENGTH = 2_000;
/** No double needs more digits. */
const MAX_DIGITS = 17;
/** The power of ten of the first digit. Beyond it, doubles become inexact, then infinite or zero. */
const SAFE_EXPONENT = 300;
/** The powers of ten of the largest double, and of the smallest one that has all its digits. */
const LARGEST_EXPONENT = 308;
const SMALLEST_EXPONENT = -308;
const MAX_EXPONENT = 1_000_000;

/** The digits of a literal without leading and trailing zeros, and the power of ten of the first one. */
type ReadNumber = {
  end: number;
  /** The range of the significant digits, including a decimal point among them. Empty for zero. */
  from: number;
  to: number;
  /** Infinite if the literal is too long to be read. */
  digits: number;
  exponent: number;
};

/** Reads a number without a sign, as far as the text has the form of one. The parser refuses an incomplete number later. */
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

/** True if `text` is a double rounded to that many digits, such as the 52.520007999999997 of C++ for 52.520008. */
export function survives(text: string, number: ReadNumber): boolean {
  const { digits, exponent } = number;
  if (digits <= SAFE_DIGITS && exponent < SAFE_EXPONENT && exponent > -SAFE_EXPONENT) return true;
  if (digits > MAX_DIGITS) return false;
  const written = significant(text, number);
  const value = Number(`${written}e${exponent - digits + 1}`);
  if (!Number.isFinite(value) || value === 0) return false;
  return isWrittenAs(String(value), written, exponent) || isRounded(value, written, exponent);
}

function isWrittenAs(text: string, written: string, exponent: number): boolean {
  const read = readNumber(text, 0);
  return read.exponent === exponent && significant(text, read) === written;
}

/** JavaScript rounds a tie up, C to the even digit; both are accepted. */
function isRounded(value: number, written: string, exponent: number): boolean {
  const { length } = written;
  return (
    isWrittenAs(value.toExponential(length - 1), written, exponent) ||
    isWrittenAs(value.toExponential(length), `${written}5`, exponent)
  );
}

/** Describes a number that does not survive. `fault` ends a sentence that begins with what was read. */
export function describeInexact({ digits, exponent }: ReadNumber): { fault: string; advice: string } {
  if (exponent > LARGEST_EXPONENT || (exponent === LARGEST_EXPONENT && digits <= MAX_DIGITS)) {
    return { fault: "has a number that is too large to be stored.", advice: `Numbers end at ${Number.MAX_VALUE}.` };
  }
  if (exponent < SMALLEST_EXPONENT) {
    return { fault: "has a number that is too close to 0 to be stored exactly.", advice: "Send 0, or round it." };
  }
  return {
    fault: "has a number with more digits than can be stored exactly.",
    advice: `Round it to ${SAFE_DIGITS} digits. Only decimal and text fields take more, as a string in quotes.`,
  };
}

/** `literal` must be a valid JSON number, with or without a sign. */
export function survivesAsDouble(literal: string): boolean {
  return survives(literal, readNumber(literal, literal.startsWith("-") ? 1 : 0));
}

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;

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
