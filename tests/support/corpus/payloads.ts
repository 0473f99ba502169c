/** The whole corpus of hostile text, each once. */
import { INJECTIONS } from "./injections";
import { LETTERS } from "./letters";
import { NAMES } from "./names";

export const PAYLOADS: readonly string[] = [...new Set([...INJECTIONS, ...LETTERS, ...NAMES])];

/** Percent-encoded as UTF-8, halves of pairs as what UTF-8 does not allow. */
export function escapeAll(text: string): string {
  return [...text].map((letter) => (/^[\w.~-]$/.test(letter) ? letter : escapeLetter(letter))).join("");
}

/** Keeps what a header can carry; empty if nothing is left. */
export function asHeader(text: string): string {
  return text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "")
    .slice(0, 4_000)
    .trim();
}

function escapeLetter(letter: string): string {
  const point = letter.codePointAt(0) ?? 0;
  const isHalf = point >= 0xd800 && point <= 0xdfff;
  const bytes = isHalf ? [0xed, 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)] : [...Buffer.from(letter)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
