/** Creating, updating and deleting records (spec: Create, Update, Delete). */
import { parseIfMatch } from "../../http/conditional-headers";
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from "../../limits";
import { requireReadable } from "../../records/create";
import { create } from "../../records/create-once";
import { deleteRecord } from "../../records/delete";
import { connectionShares } from "../../records/load/connection-shares";
import { updateRecord } from "../../records/update";
import { BASE_PATH } from "../base-path";
import { parseRecordBody } from "../input/body";
import { parseIdempotencyKey } from "../input/write-parameters";
import * as examples from "../schemas/examples";
import { recordBody, writeParameters } from "../schemas/request";
import * as schemas from "../schemas/response";
import type { EndpointRow, EntityRequest, RequestHeader } from "./endpoint";

const WRITE_ERRORS = ["ENTITY_NOT_FOUND", "PERMISSION_DENIED", "PARENT_REFERENCE"] as const;
const VERSION_ERRORS = ["RECORD_NOT_FOUND", "PRECONDITION_REQUIRED", "PRECONDITION_FAILED"] as const;

const IF_MATCH: RequestHeader = {
  description: "The `ETag` of the version that the caller has read, or `*` for any version.",
  required: true,
  schema: { type: "string" },
  example: examples.ETAG,
};

export const IDEMPOTENCY_KEY: RequestHeader = {
  description: `A repeated request with the same key and body gets the first response again, for ${IDEMPOTENCY_HOURS} hours.`,
  required: false,
  schema: { type: "string", minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH, pattern: "^[!-~]+$" },
  example: "import-2026-11-21-row-17",
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
    description: "Creates one record. With an `Idempotency-Key` a repeated request creates nothing twice.",
    parameters: writeParameters,
    headers: { "Idempotency-Key": IDEMPOTENCY_KEY },
    body: { schema: recordBody, examples: { record: { summary: "A new record", value: examples.newRecord } } },
    success: {
      status: 201,
      description: "The record was created.",
      schema: schemas.recordEnvelope,
      example: examples.recordEnvelope,
      headers: ["ETag", "Location"],
    },
    checks: [
      "shape",
      "turn",
      "fields",
      "lifecycle",
      "required fields",
      "validation",
      "new row scope",
      "references",
      "other writers",
      "conflict",
      "readable",
    ],
    errors: [...WRITE_ERRORS, "INVALID_BODY", "INVALID_FILTERS", "CREATED_RECORD_NOT_READABLE", "DUPLICATE_LABEL"],
    handle: async ({ caller, access, body, request }, ending) => {
      const key = parseIdempotencyKey(request.header("idempotency-key"));
      const given = parseRecordBody(await body.read());
      const written = await inTurn({ caller, request }, () => create(caller, access, given, { key, ending }));
      const { id, envelope, version } = requireReadable(written);
      const location = `${BASE_PATH}/entities/${encodeURIComponent(access.entity.key)}/records/${id}`;
      return { status: 201, data: envelope, version, location };
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
    parameters: writeParameters,
    headers: { "If-Match": IF_MATCH },
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
      "validation",
      "new row scope",
      "references",
      "other writers",
      "conflict",
    ],
    errors: [...WRITE_ERRORS, ...VERSION_ERRORS, "INVALID_BODY", "INVALID_FILTERS", "DUPLICATE_LABEL"],
    handle: async ({ caller, access, recordId, body, request }, ending) => {
      const ifMatch = parseIfMatch(request.header("if-match"));
      const given = async () => parseRecordBody(await body.read());
      const { envelope, version } = await inTurn({ caller, request }, () =>
        updateRecord(caller, access, recordId, ifMatch, given, ending),
      );
      return { status: 200, data: envelope, version };
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
    parameters: writeParameters,
    headers: { "If-Match": IF_MATCH },
    success: {
      status: 200,
      description: "The record was deleted.",
      schema: schemas.deleteResult,
      example: examples.deleteResult,
    },
    checks: ["turn", "record", "row scope", "precondition", "version", "lifecycle", "other writers", "conflict"],
    errors: [...WRITE_ERRORS, ...VERSION_ERRORS, "INVALID_FILTERS"],
    handle: async ({ caller, access, recordId, request }, ending) => {
      const ifMatch = parseIfMatch(request.header("if-match"));
      const deleted = await inTurn({ caller, request }, () => deleteRecord(caller, access, recordId, ifMatch, ending));
      return { status: 200, data: JSON.stringify(deleted) };
    },
  },
} satisfies Record<string, EndpointRow>;

/** Throws RATE_LIMITED where the turn did not come, and CallerLeft. */
function inTurn<Result>(
  { caller, request }: Pick<EntityRequest, "caller" | "request">,
  write: () => Promise<Result>,
): Promise<Result> {
  const share = { organizationId: caller.configuration.organizationId, tokenId: caller.token.id };
  return connectionShares().run(share, request.departure(), write);
}
