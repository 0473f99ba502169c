/** The endpoint that writes many records in one request (docs/contract.md, Batch). */
import {
  MAX_BATCH_BYTES,
  MAX_BATCH_MEMBERS,
  MAX_BATCH_VALUES,
  MAX_OPERATIONS,
  OPERATIONS_OF_REQUEST,
} from "../../limits";
import { writeBatchOnce } from "../../records/batch/batch-once";
import type { Operation, OperationResult } from "../../records/batch/operation";
import { inShare, sharerOf } from "../../records/load/shares";
import { fieldsOfData } from "../deprecation";
import { batchBody, parseBatchBody } from "../input/batch-body";
import { dryRun, IDEMPOTENCY_KEY, parseIdempotencyKey } from "../input/parameters";
import { REPLAYED } from "../response";
import * as examples from "../schemas/examples";
import * as schemas from "../schemas/response";
import type { EndpointRow } from "./endpoint";
import { RESULT_CHECKS } from "./writing";

export const BATCH = {
  "records.batch": {
    method: "POST",
    path: "/entities/:entityKey/records/batch",
    about: "entity",
    verbs: ["create", "update"],
    safe: false,
    operationId: "writeRecords",
    tag: "Records",
    summary: "Batch write",
    description: `Creates, updates and upserts up to ${MAX_OPERATIONS} records, all of them or, with \`"atomic": false\`, each by itself. It counts as one request for every ${OPERATIONS_OF_REQUEST} operations begun.`,
    parameters: { dryRun },
    headers: { "Idempotency-Key": IDEMPOTENCY_KEY },
    body: {
      schema: batchBody,
      bounds: { bytes: MAX_BATCH_BYTES, values: MAX_BATCH_VALUES, members: MAX_BATCH_MEMBERS },
      examples: examples.batches,
    },
    success: {
      status: 200,
      description: "The outcome of each operation, in their order.",
      schema: schemas.batchResult,
      example: examples.batchResult,
    },
    checks: [
      "shape",
      "turn",
      "record",
      "row scope",
      "precondition",
      "version",
      "fields",
      "lifecycle",
      "required fields",
      "permission for this change",
      ...RESULT_CHECKS,
    ],
    errors: [
      "ENTITY_NOT_FOUND",
      "PERMISSION_DENIED",
      "INVALID_BODY",
      "INVALID_FILTERS",
      "RECORD_NOT_FOUND",
      "PRECONDITION_REQUIRED",
      "PRECONDITION_FAILED",
      "PARENT_REFERENCE",
      "DUPLICATE_LABEL",
    ],
    handle: async ({ caller, access, body, request, countAs }, dryRun) => {
      const key = parseIdempotencyKey(request.header("idempotency-key"));
      const given = await body.read();
      const batch = parseBatchBody(given);
      await countAs(Math.ceil(batch.operations.length / OPERATIONS_OF_REQUEST));
      const work = { caller, access, dryRun };
      const { result, isReplayed } = await inShare("batch", sharerOf(caller), request.signal(), () =>
        writeBatchOnce(work, batch, given.members, key),
      );
      const data = ['{"results":[', ...withCommas(result.map(toText)), "]}"];
      const fieldsInUse = {
        picked: batch.shown ? null : [],
        named: () => batch.operations.flatMap(fieldsOfOperation),
      };
      return { status: 200, data, fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
    },
  },
} satisfies Record<string, EndpointRow>;

function toText(result: OperationResult): string {
  if ("error" in result) {
    const { status, code, message, details, with: earlier } = result.error;
    return JSON.stringify({ status, error: { code, message, with: earlier, details } });
  }
  const { status, id, version, envelope } = result;
  const record = envelope === null ? "" : `,"record":${envelope}`;
  return `{"status":${status},"id":"${id}","versionId":"${version}"${record}}`;
}

function withCommas(texts: string[]): string[] {
  return texts.flatMap((text, index) => (index === 0 ? [text] : [",", text]));
}

function fieldsOfOperation(operation: Operation): string[] {
  if (operation.op === "none") return [];
  const data = fieldsOfData(operation.data);
  return operation.op === "upsert" ? [operation.match.key, ...data] : data;
}
