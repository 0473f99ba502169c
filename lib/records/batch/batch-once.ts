/** A repeated batch returns the first results, without the records. If nothing was written, it is processed again. */
import type { Caller } from "../../authentication/authenticate";
import { ApiError, type ApiErrorOptions, type ErrorCode } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";
import type { Work } from "../work";
import { type OnceResult, writeOnce } from "../write-once";
import type { Batch, OperationResult } from "./operation";
import { resultsOf } from "./results";
import { runBatch, writeBatch } from "./write-batch";

/** `body` is the body as received. Throws like `writeBatch`, and INVALID_BODY if the key was used with another body. */
export async function writeBatchOnce(
  work: Work<Caller>,
  batch: Batch,
  body: JsonObject,
  key: string | null,
): Promise<OnceResult<OperationResult[]>> {
  if (key === null) return { result: await writeBatch(work, batch), isReplayed: false };
  const replay = ({ results }: JsonObject) => (results as KeptResult[]).map(fromKept);
  return writeOnce(work, { key, body: ["batch", body] }, replay, async (inside) => {
    const result = await resultsOf(await runBatch(inside, batch));
    const json = { results: result.map(toKept) as JsonValue[] };
    return { result, outcome: result.some(isWritten) ? { json } : null };
  });
}

function isWritten(result: OperationResult): boolean {
  return !("error" in result) || result.error.code === "CREATED_RECORD_NOT_READABLE";
}

type KeptResult =
  | { status: 200 | 201; id: string; version: string }
  | ({ code: ErrorCode; message: string } & Pick<ApiErrorOptions, "details" | "with">);

function toKept(result: OperationResult): KeptResult {
  if (!("error" in result)) return { status: result.status, id: result.id, version: result.version };
  const { code, message, details, with: earlier } = result.error;
  return { code, message, ...(details && { details }), ...(earlier === undefined ? {} : { with: earlier }) };
}

function fromKept(kept: KeptResult): OperationResult {
  if (!("code" in kept)) return { ...kept, envelope: null };
  const { code, message, ...options } = kept;
  return { error: new ApiError(code, message, options) };
}
