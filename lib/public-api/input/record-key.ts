/** The record that the path of a request names: by its id or, with `by` in the query string, by the value of a field. */
import { requireRecordKey } from "../../records/record-key";
import type { EntityRequest } from "../endpoints/endpoint";
import { by } from "./parameters";
import { parseParameters } from "./query-string";

/** Throws FIELD_NOT_QUERYABLE, RECORD_NOT_FOUND. */
export function recordKeyOf({ access, recordId, query }: Pick<EntityRequest, "access" | "recordId" | "query">) {
  return requireRecordKey(access, recordId, parseParameters(query, { by }).by);
}
