/** The operations of a batch, and what became of each (docs/contract.md, Batch). */
import type { ApiError } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";

/** `absent`: there must be no such record. null: none was sent. */
export type BatchPrecondition = "any" | "absent" | { version: string } | null;

export type Operation =
  | { op: "create"; data: JsonObject }
  | { op: "update"; id: string; ifMatch: BatchPrecondition; data: JsonObject }
  /** `key`: of a unique field. */
  | { op: "upsert"; match: { key: string; value: JsonValue }; ifMatch: BatchPrecondition; data: JsonObject }
  /** It has no legal form. */
  | { op: "none"; error: ApiError };

export type Batch = {
  operations: Operation[];
  /** All of them or none. */
  atomic: boolean;
  /** Whether the records are to be shown. */
  shown: boolean;
};

/** `envelope`: as JSON text, where records are shown and this one can be seen. */
export type OperationResult =
  | { status: 200 | 201; id: string; version: string; envelope: string | null }
  | { error: ApiError };

/** About how many characters its values have. */
export function sizeOf(data: JsonObject): number {
  return Object.values(data).reduce<number>((size, value) => size + sizeOfValue(value), 0);
}

function sizeOfValue(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}
