/**
 * The ids of imported records are derived, not drawn: the same line gives the same id in every run, so an import that is
 * started again finds what it has written. Version 8 of RFC 9562 is the one for such ids.
 */
import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "../../model";
import { isUuid } from "../../query/columns";

/** The record that an id of the outside world stands for. An id that is a record id already, in lower case, is itself. */
export function recordIdOf(entityId: string, externalId: string): string {
  return isUuid(externalId) ? externalId : toUuid(digest(`${entityId}\nid\n${externalId}`));
}

/**
 * Ids for records that bring none: by what they say, and by how often that has been said before in this file. Keeps a few
 * bytes for each record of the file.
 */
export class ContentIds {
  private readonly occurrences = new Map<number, number>();

  next(entityId: string, data: JsonObject): string {
    const content = digest(canonical(data));
    // 48 bits tell millions of records apart; should two fall together, the count only rises early, alike in every run.
    const key = content.readUIntBE(0, 6);
    const occurrence = (this.occurrences.get(key) ?? 0) + 1;
    this.occurrences.set(key, occurrence);
    return toUuid(digest(`${entityId}\ncontent\n${content.toString("hex")}\n${occurrence}`));
  }
}

/** One text for equal values, whatever the order of their members; an empty field is as good as none. */
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
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
