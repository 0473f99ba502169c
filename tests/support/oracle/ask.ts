/** Requests as the generators write them, and the oracle's answer to one. */
import type { ErrorCode } from "@/lib/errors";
import { ERROR_STATUS } from "@/lib/errors";
import type { JsonObject, JsonValue } from "@/lib/model";
import type { ModelRecord } from "./file";

export type Ask =
  | { endpoint: "me" }
  | { endpoint: "entities" }
  | { endpoint: "describe"; entity: string }
  | { endpoint: "list"; entity: string; query: [name: string, value: string][] }
  | { endpoint: "query"; entity: string; body: JsonValue }
  | { endpoint: "aggregate"; entity: string; body: JsonValue }
  | { endpoint: "read"; entity: string; id: string; fields?: string; expand?: string }
  | { endpoint: "create"; entity: string; body: JsonValue }
  | { endpoint: "update"; entity: string; id: string; ifMatch: string | null; body: JsonValue }
  | { endpoint: "delete"; entity: string; id: string; ifMatch: string | null };

/** The changes to what is stored. An update without effect keeps its version. */
export type Effect =
  | { kind: "none" }
  | { kind: "created"; entity: string; data: JsonObject }
  | { kind: "updated"; id: string; data: JsonObject }
  | { kind: "deleted"; id: string };

/** A record as shown: the envelope is its own, the data is limited to what the caller may read. */
export type Shown = { id: string | null; data: JsonObject; expanded?: JsonObject | undefined };

export type Verdict =
  /** Any of the codes is right: the contract orders some faults only. `details`: the fields named; null: not predicted. */
  | { kind: "refused"; codes: ErrorCode[]; details: string[] | null; effect: Effect }
  | { kind: "value"; data: unknown; effect: Effect }
  /** Compared in the form of `comparable`. */
  | { kind: "aggregate"; data: JsonObject; effect: Effect }
  | { kind: "record"; status: 200 | 201; shown: Shown; effect: Effect }
  /** Every record of the list in order; the walker cuts the pages. */
  | { kind: "list"; records: ModelRecord[]; limit: number; shown: Shown[]; effect: Effect };

const NOTHING: Effect = { kind: "none" };

export function refused(codes: ErrorCode | ErrorCode[], details: string[] | null = null): Verdict {
  return { kind: "refused", codes: [codes].flat(), details, effect: NOTHING };
}

export function statusesOf(verdict: Verdict): number[] {
  if (verdict.kind === "refused") return verdict.codes.map((code) => ERROR_STATUS[code]);
  return [verdict.kind === "record" ? verdict.status : 200];
}
