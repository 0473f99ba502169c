/**
 * Cursors: a position in an order, encrypted and authenticated, and bound to the query that produced it (contract § 6).
 * A cursor shows nothing, carries no authority, and fits no other organisation, entity, filter, order or search.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { ApiError } from "../../errors";
import { MAX_CURSOR_LENGTH } from "../../limits";
import type { Filter } from "../../model";
import { randomBytes } from "../../random-bytes";
import type { SortKey } from "../plan";
import type { Position } from "./position";

/** What a cursor belongs to. The page size is not part of it. */
export type LogicalQuery = {
  organizationId: string;
  entityId: string;
  where: Filter | null;
  sort: SortKey[];
  words: string[];
};

const ALGORITHM = "aes-256-gcm";
/** Names the format and the key, so that either can change: an older cursor is then invalid, never misread. */
const VERSION = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function writeCursor(position: Position, query: LogicalQuery, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(binding(query));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(position), "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Throws INVALID_CURSOR, the same for every way to be wrong. */
export function readCursor(text: string, query: LogicalQuery, key: Buffer): Position {
  if (text.length > MAX_CURSOR_LENGTH) throw invalidCursor();
  const bytes = Buffer.from(text, "base64url");
  // One spelling only: decoders take several for the same bytes.
  if (bytes.toString("base64url") !== text || bytes[0] !== VERSION) throw invalidCursor();
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw invalidCursor();
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(binding(query)).setAuthTag(tag);
    const opened =
      decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    return JSON.parse(opened) as Position;
  } catch (cause) {
    throw invalidCursor(cause);
  }
}

export function invalidCursor(cause?: unknown): ApiError {
  const message =
    "The cursor is not one of this query's. Send nextCursor unchanged, with the same where, sort and search.";
  return new ApiError("INVALID_CURSOR", message, { cause });
}

function binding(query: LogicalQuery): Buffer {
  const { organizationId, entityId, where, sort, words } = query;
  // With its type: a position in an order of texts must not be read as one of numbers after a field changed.
  const order = sort.map(({ column, direction }) =>
    column.kind === "system" ? [column.name, direction] : [column.field.key, column.field.type, direction],
  );
  return Buffer.from(JSON.stringify([organizationId, entityId, where, order, words]));
}
