/** Completes a row of the registry with what its columns imply. */
import type { ErrorCode } from "../../errors";
import type { Verb } from "../../model";
import type { Step } from "../../refusal";
import type { DOCUMENTATION } from "./documentation";
import { type CallerRow, checksOf, type EndpointRow, type EntityRow, takesKey } from "./endpoint";

/** `errors` are the codes that no check, parameter, header or body implies. */
type Columns = Partial<
  Pick<CallerRow, "verbs" | "safe" | "waits" | "csv" | "parameters" | "headers" | "body" | "checks" | "errors">
>;

export function callerRow(
  operationId: keyof typeof DOCUMENTATION,
  method: EndpointRow["method"],
  path: string,
  handle: CallerRow["handle"],
  columns: Columns = {},
): CallerRow {
  return complete({ ...startOf(operationId, method), ...columns, about: "caller", path, handle });
}

export function entityRow(
  operationId: keyof typeof DOCUMENTATION,
  method: EndpointRow["method"],
  path: string,
  verbs: readonly Verb[],
  handle: EntityRow["handle"],
  columns: Columns = {},
): EntityRow {
  return complete({ ...startOf(operationId, method), ...columns, about: "entity", path, verbs, handle });
}

function startOf(operationId: keyof typeof DOCUMENTATION, method: EndpointRow["method"]) {
  const safe = method === "GET" || method === "QUERY";
  return { operationId, method, safe, verbs: [], checks: [], errors: [] };
}

/** The codes of checks that have one. */
const CODES: Partial<Record<Step, ErrorCode>> = {
  entity: "ENTITY_NOT_FOUND",
  verb: "PERMISSION_DENIED",
  "row scope": "PERMISSION_DENIED",
  fields: "PERMISSION_DENIED",
  lifecycle: "PERMISSION_DENIED",
  "required fields": "PERMISSION_DENIED",
  "permission for this change": "PERMISSION_DENIED",
  "new row scope": "PERMISSION_DENIED",
  webhooks: "PERMISSION_DENIED",
  record: "RECORD_NOT_FOUND",
  precondition: "PRECONDITION_REQUIRED",
  version: "PRECONDITION_FAILED",
  conflict: "PARENT_REFERENCE",
  readable: "CREATED_RECORD_NOT_READABLE",
};

function complete<Completed extends EndpointRow>(row: Completed): Completed {
  const ofChecks = checksOf(row).flatMap((step) => CODES[step] ?? []);
  const ofParameters = Object.values(row.parameters ?? {}).map(({ code }) => code);
  const ofShape: ErrorCode[] = row.body !== undefined || takesKey(row) ? ["INVALID_BODY"] : [];
  return { ...row, errors: [...new Set([...row.errors, ...ofChecks, ...ofParameters, ...ofShape])] };
}
