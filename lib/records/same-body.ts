/**
 * Whether a request repeats an earlier one with the same key (contract § 8, Idempotency-Key): equal in content, in whatever
 * spelling. Parsing removes white space, escapes and spellings of numbers; this removes the order of keys.
 */
import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "../model";
import { takingTurns } from "../time/turns";

export async function hashBody(body: JsonValue): Promise<Buffer> {
  return sha256(await inKeyOrder(body, takingTurns()));
}

/** `hash`: what was kept. The second form is that of the version before, which told the order of keys apart; it goes with the next one. */
export function isSameBody(hash: Uint8Array, own: Buffer, body: JsonValue): boolean {
  return own.equals(hash) || sha256(body).equals(hash);
}

function sha256(value: JsonValue): Buffer {
  return createHash("sha256").update(JSON.stringify(value)).digest();
}

async function inKeyOrder(value: JsonValue, takeTurns: () => Promise<void>): Promise<JsonValue> {
  if (typeof value !== "object" || value === null) return value;
  await takeTurns();
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value) items.push(isPlain(item) ? item : await inKeyOrder(item, takeTurns));
    return items;
  }
  // Without a prototype, `__proto__` is an ordinary key.
  const ordered: JsonObject = Object.create(null);
  for (const key of Object.keys(value).sort()) {
    const member = value[key] ?? null;
    ordered[key] = isPlain(member) ? member : await inKeyOrder(member, takeTurns);
  }
  return ordered;
}

function isPlain(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}
