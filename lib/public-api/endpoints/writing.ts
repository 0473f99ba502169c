/** Handles requests that write records (spec: Create, Update, Delete; docs/contract.md, Batch). */
import { parseIfMatch } from "../../http/conditional-headers";
import { OPERATIONS_OF_REQUEST } from "../../limits";
import type { Operation, OperationResult } from "../../records/batch/operation";
import { writeBatchOnce } from "../../records/batch/write-batch";
import { deleteOnce, updateOnce } from "../../records/change-once";
import { create as createRecord, requireReadable } from "../../records/create";
import { inShare, sharerOf } from "../../records/load/shares";
import { BASE_PATH } from "../base-path";
import { fieldsOfData } from "../deprecation";
import { parseBatchBody } from "../input/batch-body";
import { parseIdempotencyKey } from "../input/parameters";
import { parseRecordBody, recordKeyOf } from "../input/record-body";
import { REPLAYED } from "../response";
import type { EndpointResult, EntityRequest } from "./endpoint";

export async function create(work: EntityRequest): Promise<EndpointResult> {
  const { request, body } = work.asked;
  const key = parseIdempotencyKey(request.header("idempotency-key"));
  const given = parseRecordBody(await body.read());
  const { result, isReplayed } = await inOwnShare("write", work, () => createRecord(work, given, key));
  const { id, envelope, version } = requireReadable(result, isReplayed);
  const location = `${BASE_PATH}/entities/${encodeURIComponent(work.access.entity.key)}/records/${id}`;
  const fieldsInUse = { picked: null, named: () => fieldsOfData(given) };
  return { status: 201, data: envelope, version, location, fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
}

export async function update(work: EntityRequest): Promise<EndpointResult> {
  const { request, body } = work.asked;
  const key = recordKeyOf(work);
  const ifMatch = parseIfMatch(request.header("if-match"));
  const idempotencyKey = request.header("idempotency-key");
  let named = (): string[] => [];
  const given = async () => {
    const data = parseRecordBody(await body.read());
    parseIdempotencyKey(idempotencyKey);
    named = () => fieldsOfData(data);
    return data;
  };
  const { result, isReplayed } = await inOwnShare("write", work, () =>
    updateOnce(work, { key, ifMatch, given }, idempotencyKey),
  );
  const { envelope, version } = result;
  const fieldsInUse = { picked: null, named };
  return { status: 200, data: envelope, version, fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
}

export async function remove(work: EntityRequest): Promise<EndpointResult> {
  const { request } = work.asked;
  const idempotencyKey = parseIdempotencyKey(request.header("idempotency-key"));
  const key = recordKeyOf(work);
  const ifMatch = parseIfMatch(request.header("if-match"));
  const { result, isReplayed } = await inOwnShare("write", work, () =>
    deleteOnce(work, { key, ifMatch }, idempotencyKey),
  );
  const fieldsInUse = { picked: [], named: () => [] };
  return { status: 200, data: JSON.stringify(result), fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
}

export async function writeBatch(work: EntityRequest): Promise<EndpointResult> {
  const { request, body } = work.asked;
  const key = parseIdempotencyKey(request.header("idempotency-key"));
  const members = await body.read();
  const batch = parseBatchBody(members);
  await work.countAs(Math.ceil(batch.operations.length / OPERATIONS_OF_REQUEST));
  const { result, isReplayed } = await inOwnShare("batch", work, () => writeBatchOnce(work, batch, members, key));
  const texts = result.map(textOf).flatMap((text, index) => (index === 0 ? [text] : [",", text]));
  const data = ['{"results":[', ...texts, "]}"];
  const fieldsInUse = { picked: batch.shown ? null : [], named: () => batch.operations.flatMap(fieldsOfOperation) };
  return { status: 200, data, fieldsInUse, ...(isReplayed && { headers: REPLAYED }) };
}

function inOwnShare<T>(kind: "write" | "batch", { caller, asked }: EntityRequest, write: () => Promise<T>): Promise<T> {
  return inShare(kind, sharerOf(caller), asked.request.signal(), write);
}

function textOf(result: OperationResult): string {
  if ("error" in result) {
    const { status, code, message, details, with: earlier } = result.error;
    return JSON.stringify({ status, error: { code, message, with: earlier, details } });
  }
  const { status, id, version, envelope } = result;
  const record = envelope === null ? "" : `,"record":${envelope}`;
  return `{"status":${status},"id":"${id}","versionId":"${version}"${record}}`;
}

function fieldsOfOperation(operation: Operation): string[] {
  if (operation.op === "none") return [];
  const data = fieldsOfData(operation.data);
  return operation.op === "upsert" ? [operation.match.key, ...data] : data;
}
