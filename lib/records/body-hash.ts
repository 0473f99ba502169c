/** Hashes a request body for Idempotency-Key (contract § 7): spelling and the order of keys make no difference. */
import { createHash, type Hash } from "node:crypto";
import type { JsonValue } from "../model";
import { yielder } from "../time/event-loop";

/** Texts are joined up to this many characters: hashing many small pieces takes several times as long. */
const PIECE = 64 * 1024;

/** Numbers or texts written before the next look at the time: at most half a millisecond. */
const PLAIN_AT_ONCE = 1_000;

/** SHA-256 of the JSON with each object's keys sorted, in slices. A body of 4 MB takes several. */
export async function hashBody(body: JsonValue): Promise<Buffer> {
  const hash = createHash("sha256");
  const writer = { hash, text: "", yieldToEventLoop: yielder() };
  await write(writer, body);
  return hash.update(writer.text).digest();
}

type Writer = { hash: Hash; text: string; yieldToEventLoop: () => Promise<void> };

async function write(writer: Writer, value: JsonValue): Promise<void> {
  if (!isNested(value)) return add(writer, JSON.stringify(value));
  await writer.yieldToEventLoop();
  const isList = Array.isArray(value);
  add(writer, isList ? "[" : "{");
  for (const [index, key] of (isList ? [...value.keys()] : Object.keys(value).sort()).entries()) {
    if (index > 0) add(writer, ",");
    if (index % PLAIN_AT_ONCE === PLAIN_AT_ONCE - 1) await writer.yieldToEventLoop();
    if (!isList) add(writer, `${JSON.stringify(key)}:`);
    const member = (value as Record<string | number, JsonValue>)[key] ?? null;
    // No promise for each number and text, of which there are tens of thousands.
    if (isNested(member)) await write(writer, member);
    else add(writer, JSON.stringify(member));
  }
  add(writer, isList ? "]" : "}");
}

function add(writer: Writer, text: string): void {
  writer.text += text;
  if (writer.text.length < PIECE) return;
  writer.hash.update(writer.text);
  writer.text = "";
}

function isNested(value: JsonValue): value is JsonValue[] | { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null;
}
