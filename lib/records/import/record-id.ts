/** Derives an imported record's id (UUIDv8, RFC 9562) from its line, so that a restarted import finds what it has written. */
import { createHash } from "node:crypto";
import { stringify } from "uuid";
import type { JsonObject, JsonValue } from "../../model";
import { isUuid } from "../../query/columns";

/** The record id for an id of another system. An id that already is a record id, in lower case, is kept. */
export function recordIdOf(entityId: string, externalId: string): string {
  return isUuid(externalId) ? externalId : toUuid(digest(`${entityId}\nid\n${externalId}`));
}

/** Ids for records without one, from their content and its earlier occurrences. Keeps a few bytes for each record. */
export class ContentIds {
  private readonly occurrences = new Map<number, number>();

  next(entityId: string, data: JsonObject): string {
    const content = digest(canonical(data));
    // 48 bits distinguish millions of records. A collision only raises the count early, in the same way in every run.
    const key = content.readUIntBE(0, 6);
    const occurrence = (this.occurrences.get(key) ?? 0) + 1;
    this.occurrences.set(key, occurrence);
    return toUuid(digest(`${entityId}\ncontent\n${content.toString("hex")}\n${occurrence}`));
  }
}

/** One text for equal values, whatever the order of their properties; an empty field counts as absent. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .filter((key) => value[key] !== null)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function toUuid(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}
