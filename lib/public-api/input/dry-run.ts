/** Whether a write is only rehearsed (docs/contract.md, Dry run). */
import { ApiError } from "../../errors";
import type { Ending } from "../../postgres/transaction";
import { type QueryString, singleValue } from "./query-string";

/** Throws INVALID_FILTERS for anything but true or false: who means to try must not write. */
export function parseDryRun(query: QueryString): Ending {
  const text = singleValue(query, "dryRun", "INVALID_FILTERS");
  if (text === null || text === "false") return "commit";
  if (text === "true") return "rehearse";
  throw new ApiError("INVALID_FILTERS", "dryRun is true or false.");
}

/** The same, before anything is asked, for endpoints that know of it: what its response tells, whatever it is. */
export function asksDryRun(query: QueryString, { parameters }: { parameters?: { shape: object } }): boolean {
  if (parameters === undefined || !("dryRun" in parameters.shape)) return false;
  const [value, ...others] = query.get("dryRun") ?? [];
  return value === "true" && others.length === 0;
}
