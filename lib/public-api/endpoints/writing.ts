/** The endpoints that create, update and delete records (spec: Create, Update, Delete). */
import { parseIfMatch } from "../../http/conditional-headers";
import { deleteOnce, updateOnce } from "../../records/change-once";
import { create, requireReadable } from "../../records/create";
import { inShare, sharerOf } from "../../records/load/shares";
import { BASE_PATH } from "../base-path";
import { fieldsOfData } from "../deprecation";
import { by, dryRun, IDEMPOTENCY_KEY, parseIdempotencyKey } from "../input/parameters";
import { parseRecordBody, recordBody, recordKeyOf } from "../input/record-body";
import { REPLAYED } from "../response";
import * as examples from "../schemas/examples";
import * as schemas from "../schemas/response";
import type { EndpointRow, RequestHeader } from "./endpoint";

const WRITE_ERRORS = ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "PARENT_REFERENCE"] as const;
/** The error codes of endpoints that change one record. */
const VERSION_ERRORS = [
  "FIELD_NOT_QUERYABLE",
  "RECORD_NOT_FOUND",
  "PRECONDITION_REQUIRED",
  "PRECONDITION_FAILED",
] as const;

/** The checks of what a write would leave behind. */
export const RESULT_CHECKS = ["validation", "new row scope", "references", "other writers", "conflict"] as const;

const IF_MATCH: RequestHeader = {
  description: "The `ETag` of the version that the caller has read, or `*` for any version.",
  required: true,
  schema: { type: "string" },
  example: "*",
};

export const WRITING = {
  "records.create": {
    method: "POST",
    path: "/entities/:entityKey/records",
    about: "entity",
    verbs: ["create"],
    safe: false,
    operationId: "createRecord",
    tag: "Records",
    summary: "Create a record",
    description: "Creates one record.",
    parameters: { dryRun },
    headers: { "Idempotency-Key": IDEMPOTENCY_KEY },
    body: { schema: recordBody, examples: { record: { summary: "A new record", value: examples.newRecord } } },
    success: {
      status: 201,
      description: "The record was created.",
      schema: schemas.recordEnvelope,
      example: examples.recordEnvelope,
      headers: ["ETag", "Location"],
    },
    checks: ["shape", "turn", "fields", "lifecycle", "required fields", ...RESULT_CHECKS, "readable"],
    errors: [...WRITE_ERRORS, "INVALID_BODY", "INVALID_FILTERS", "CREATED_RECORD_NOT_READABLE", "DUPLICATE_LABEL"],
    handle: async ({ caller, access, body, request }, dryRun) => {
      const key = parseIdempotencyKey(request.header("idempotency-key"));
      const given = parseRecordBody(await body.read());
      const { result, isReplayed } = await inShare("write", sharerOf(caller), request.signal(), () =>
        create({ caller, access, dryRun }, given, key),
      );
      const { id, envelope, version } = requireReadable(result, isReplayed);
      const location = `${BASE_PATH}/entities/${encodeURIComponent(access.entity.key)}/records/${id}`;
      const fieldsInUse = { picked: null, named: () => fieldsOfData(given) };
      return { status: 201, data: envelope, version, location, fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
    },
  },
  "records.update": {
    method: "PATCH",
    path: "/entities/:entityKey/records/:recordId",
    about: "entity",
    verbs: ["update"],
    safe: false,
    operationId: "updateRecord",
    tag: "Records",
    summary: "Update a record",
    description:
      "Changes the given fields, if the record is still at the version of `If-Match`. null clears a field. Other fields stay.",
    parameters: { dryRun, by },
    headers: { "If-Match": IF_MATCH, "Idempotency-Key": IDEMPOTENCY_KEY },
    body: { schema: recordBody, examples: { changes: { summary: "The fields that change", value: examples.changes } } },
    success: {
      status: 200,
      description: "The record as it is now.",
      schema: schemas.recordEnvelope,
      example: examples.updatedRecord,
      headers: ["ETag"],
    },
    checks: [
      "turn",
      "record",
      "row scope",
      "precondition",
      "shape",
      "version",
      "fields",
      "lifecycle",
      "permission for this change",
      ...RESULT_CHECKS,
    ],
    errors: [...WRITE_ERRORS, ...VERSION_ERRORS, "INVALID_BODY", "INVALID_FILTERS", "DUPLICATE_LABEL"],
    handle: async (update, dryRun) => {
      const { caller, access, body, request } = update;
      const key = recordKeyOf(update);
      const ifMatch = parseIfMatch(request.header("if-match"));
      const idempotencyKey = request.header("idempotency-key");
      let named = (): string[] => [];
      const given = async () => {
        const data = parseRecordBody(await body.read());
        parseIdempotencyKey(idempotencyKey);
        named = () => fieldsOfData(data);
        return data;
      };
      const { result, isReplayed } = await inShare("write", sharerOf(caller), request.signal(), () =>
        updateOnce({ caller, access, dryRun }, key, ifMatch, given, idempotencyKey),
      );
      const { envelope, version } = result;
      const fieldsInUse = { picked: null, named };
      return { status: 200, data: envelope, version, fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
    },
  },
  "records.delete": {
    method: "DELETE",
    path: "/entities/:entityKey/records/:recordId",
    about: "entity",
    verbs: ["delete"],
    safe: false,
    operationId: "deleteRecord",
    tag: "Records",
    summary: "Delete a record",
    description: "Deletes one record, if it is still at the version of `If-Match`.",
    parameters: { dryRun, by },
    headers: { "If-Match": IF_MATCH, "Idempotency-Key": IDEMPOTENCY_KEY },
    success: {
      status: 200,
      description: "The record was deleted.",
      schema: schemas.deleteResult,
      example: examples.deleteResult,
    },
    checks: [
      "shape",
      "turn",
      "record",
      "row scope",
      "precondition",
      "version",
      "lifecycle",
      "other writers",
      "conflict",
    ],
    errors: [...WRITE_ERRORS, ...VERSION_ERRORS, "INVALID_BODY", "INVALID_FILTERS"],
    handle: async (removal, dryRun) => {
      const { caller, access, request } = removal;
      const idempotencyKey = parseIdempotencyKey(request.header("idempotency-key"));
      const key = recordKeyOf(removal);
      const ifMatch = parseIfMatch(request.header("if-match"));
      const { result, isReplayed } = await inShare("write", sharerOf(caller), request.signal(), () =>
        deleteOnce({ caller, access, dryRun }, key, ifMatch, idempotencyKey),
      );
      const fieldsInUse = { picked: [], named: () => [] };
      return { status: 200, data: JSON.stringify(result), fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
    },
  },
} satisfies Record<string, EndpointRow>;
