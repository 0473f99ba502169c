/** A repeated batch returns the first results, without the records. If nothing was written, it is processed again. */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { ApiError, type ApiErrorOptions, type ErrorCode } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import { type OnceResult, writeOnce } from "../write-once";
import type { Batch, OperationResult } from "./operation";
import { resultsOf } from "./results";
import { runBatch } from "./write-batch";

/** `body` is the body as received. Throws like `writeBatch`, and INVALID_BODY if the key was used with another body. */
export async function writeBatchOnce(
  caller: Caller,
  access: EntityAccess,
  batch: Batch,
  { key, body, dryRun }: { key: string; body: JsonObject; dryRun: boolean },
): Promise<OnceResult<OperationResult[]>> {
  const write = async (transaction: Connection) => {
    const result = await resultsOf(caller, await runBatch(transaction, caller, access, batch));
    const json = { results: result.map(toKept) as JsonValue[] };
    return { result, outcome: result.some(isWritten) ? { json } : null };
  };
  return writeOnce({ caller, access, key, body: ["batch", body] }, dryRun, write, ({ results }) =>
    (results as KeptResult[]).map(fromKept),
  );
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
