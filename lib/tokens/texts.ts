/**
 * What a token's name and purpose may hold. They are shown to others and kept in the audit log for good, so they must be
 * readable there, disturb nothing around them, and give nothing away. Pure, for the browser too.
 */
import { holdsToken } from "./pasted";

/** Why a text is refused; null where it may stand. */
export function refusalOfText(text: string, limit: number): string | null {
  // First, because it matters most: such a text should leave the field, too.
  if (holdsToken(text)) return HOLDS_TOKEN;
  if (text.length > limit) return `must have at most ${limit} characters`;
  // They would break lines of logs and lists, or could not be stored at all.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()) return "must not hold control characters";
  if (TURNS_TEXT.test(text)) {
    return "must not hold invisible characters that turn the direction of text: type it anew instead of pasting it";
  }
  if (text !== "" && !hasVisible(text)) return "needs at least one character that can be seen";
  return null;
}

const HOLDS_TOKEN =
  "must not hold a token, or a part of one: names and purposes are stored and shown in clear. Take it out; if others have seen it, revoke that token";

/** Embeddings, overrides and isolates. The marks that scripts and emoji need (ZWJ, ZWNJ, LRM, RLM, ALM) turn nothing around. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/;

/** The empty pattern of Braille is a symbol to Unicode, and a space to the eye. */
const UNSEEN = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}\u2800]/gu;

function hasVisible(text: string): boolean {
  return text.replace(UNSEEN, "") !== "";
}
