/** A batch that can be repeated without writing twice. A repetition returns the first results, without the records. */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { ApiError, type ApiErrorOptions, type ErrorCode } from "../../errors";
import type { JsonObject, JsonValue } from "../../model";
import type { Connection } from "../../postgres/connection";
import type { Ending } from "../../postgres/transaction";
import { writeOnce } from "../create-once";
import type { Batch, OperationResult } from "./operation";
import { writeBatchWithin } from "./write-batch";

/** `body`: the request's, as received. Throws as `writeBatch`, and INVALID_BODY where the key came with another body. */
export async function writeBatchOnce(
  caller: Caller,
  access: EntityAccess,
  batch: Batch,
  { key, body, ending }: { key: string; body: JsonObject; ending: Ending },
): Promise<OperationResult[]> {
  const write = async (transaction: Connection) => {
    const result = await writeBatchWithin(transaction, caller, access, batch);
    return { result, outcome: { results: result.map(toKept) as JsonValue[] } };
  };
  return writeOnce({ caller, access, key, body: ["batch", body] }, ending, write, ({ results }) =>
    (results as KeptResult[]).map(fromKept),
  );
}

type KeptResult =
  | { status: 200 | 201; id: string; version: string }
  | { code: ErrorCode; message: string; details?: ApiErrorOptions["details"] };

function toKept(result: OperationResult): KeptResult {
  if (!("error" in result)) return { status: result.status, id: result.id, version: result.version };
  const { code, message, details } = result.error;
  return { code, message, ...(details && { details }) };
}

function fromKept(kept: KeptResult): OperationResult {
  if (!("code" in kept)) return { ...kept, envelope: null };
  const { code, message, details } = kept;
  return { error: new ApiError(code, message, details && { details }) };
}
