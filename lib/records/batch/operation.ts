/** The operations of a batch and their results (docs/contract.md, Batch). */
import type { ApiError } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";
import type { Origin } from "../create";

/** `absent`: no such record may exist. null: no precondition was sent. */
export type BatchPrecondition = "any" | "absent" | { version: string } | null;

/** `key` names a key of the entity. */
export type SentMatch = { key: string; value: JsonValue };

/** Imported records have an `origin`. If a record with its id exists, nothing is written. */
export type Operation =
  | { op: "create"; data: JsonObject; origin?: Origin }
  | { op: "update"; id: string; ifMatch: BatchPrecondition; data: JsonObject }
  | { op: "upsert"; match: SentMatch; ifMatch: BatchPrecondition; data: JsonObject; origin?: Origin }
  /** An operation without a valid form. */
  | { op: "none"; error: ApiError };

export type Batch = {
  operations: Operation[];
  atomic: boolean;
  /** True if the results include the records. */
  shown: boolean;
  /** In characters, for one statement. */
  partSize?: number;
};

/** `envelope` is JSON text if records were requested and this one is visible; else null. */
export type OperationResult =
  | { status: 200 | 201; id: string; version: string; envelope: string | null }
  | { error: ApiError };

/** In characters, approximately. */
export function sizeOf(data: JsonObject): number {
  return Object.values(data).reduce<number>((size, value) => size + sizeOfValue(value), 0);
}

function sizeOfValue(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}
