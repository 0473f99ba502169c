/** The operations of a batch and their results (docs/contract.md, Batch). */
import type { ApiError } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";

/** `absent`: no such record must exist. null: none was sent. */
export type BatchPrecondition = "any" | "absent" | { version: string } | null;

export type Operation =
  | { op: "create"; data: JsonObject }
  | { op: "update"; id: string; ifMatch: BatchPrecondition; data: JsonObject }
  /** `key`: of a unique field. */
  | { op: "upsert"; match: { key: string; value: JsonValue }; ifMatch: BatchPrecondition; data: JsonObject }
  /** Its form is not legal. */
  | { op: "none"; error: ApiError };

export type Batch = {
  operations: Operation[];
  atomic: boolean;
  /** Whether the results have the records. */
  shown: boolean;
};

/** `envelope`: JSON text, where records are wanted and this one is visible. */
export type OperationResult =
  | { status: 200 | 201; id: string; version: string; envelope: string | null }
  | { error: ApiError };

/** About the number of characters of its values. */
export function sizeOf(data: JsonObject): number {
  return Object.values(data).reduce<number>((size, value) => size + sizeOfValue(value), 0);
}

function sizeOfValue(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}
