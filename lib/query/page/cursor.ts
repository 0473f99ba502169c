/** A position in an order, encrypted and bound to its query (contract § 6): it reveals nothing and carries no authority. */
import { seal, unseal } from "../../crypto/sealed";
import { ApiError } from "../../errors";
import { MAX_CURSOR_LENGTH } from "../../limits";
import type { Filter, JsonValue } from "../../model";
import type { SortKey } from "../plan";
import type { Position } from "./position";
import { RELEVANCE } from "./sort";

/** The query that a cursor belongs to, without the page size. */
export type LogicalQuery = {
  organizationId: string;
  entityId: string;
  where: Filter | null;
  sort: SortKey[] | typeof RELEVANCE;
  words: string[];
};

export function writeCursor(position: Position, query: LogicalQuery, key: Buffer): string {
  return seal(position, binding(query), key);
}

/** Throws INVALID_CURSOR, the same for every fault. */
export function readCursor(text: string, query: LogicalQuery, key: Buffer): Position {
  if (text.length > MAX_CURSOR_LENGTH) throw invalidCursor();
  try {
    return unseal(text, binding(query), key) as Position;
  } catch (cause) {
    throw invalidCursor(cause);
  }
}

function invalidCursor(cause?: unknown): ApiError {
  const message =
    "The cursor does not belong to this query. Send nextCursor unchanged, with the same where, sort and search.";
  return new ApiError("INVALID_CURSOR", message, { cause });
}

function binding({ organizationId, entityId, where, sort, words }: LogicalQuery): JsonValue {
  const order = sort === RELEVANCE ? sort : sort.map(boundKey);
  return [organizationId, entityId, where, order, words] as JsonValue;
}

/** Includes the type: after a field's type has changed, a position among texts must not be read as one among numbers. */
function boundKey({ column, direction }: SortKey): string[] {
  return column.kind === "system" ? [column.name, direction] : [column.field.key, column.field.type, direction];
}
