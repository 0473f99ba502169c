/** One result for each operation, or one refusal for all. */
import { ApiError, type OperationDetail } from "../../errors";
import { findWritten } from "../../store/records/write";
import { notReadable } from "../create";
import { projectionOf } from "../view";
import type { Run, Written } from "./check-all";
import type { OperationResult } from "./operation";

export async function resultsOf(run: Run): Promise<OperationResult[]> {
  const { refused, written, batch } = run;
  const envelopes = batch.shown ? await showAll(run) : new Map<string, string | null>();
  return batch.operations.map((_, index): OperationResult => {
    const error = refused.get(index);
    if (error !== undefined) return { error };
    const { status, record } = written.get(index) as Written;
    if (status === 201 && !record.visible) return { error: notReadable() };
    return { status, id: record.id, version: record.version, envelope: envelopes.get(record.id) ?? null };
  });
}

async function showAll({ access, written, on }: Run): Promise<Map<string, string | null>> {
  const context = { entityId: access.entity.id, visible: access.reach("list"), projection: projectionOf(access, null) };
  const records = [...written.values()].map(({ record }) => record);
  const shown = await findWritten(context, records, on);
  return new Map(shown.map(({ id, envelope }) => [id, envelope]));
}

/** For an atomic batch. `refused` is keyed by the index of the operation. */
export function refusalOf(refused: ReadonlyMap<number, ApiError>): ApiError {
  const inOrder = [...refused].sort(([one], [other]) => one - other);
  const [index, first] = inOrder[0] as [number, ApiError];
  const details = inOrder.flatMap(([place, error]) => detailsOf(place, error));
  const message = `Nothing of the batch was written. Operation ${index}: ${first.message}`;
  return new ApiError(first.code, message, {
    details,
    ...(first.reason && { reason: first.reason }),
    cause: first.cause,
  });
}

function detailsOf(index: number, { code, message, details, with: earlier }: ApiError): OperationDetail[] {
  const clash = earlier === undefined ? {} : { with: earlier };
  if (details === undefined || details.length === 0) return [{ index, code, ...clash, message }];
  return details.map((detail) => ({
    index,
    code,
    ...("field" in detail ? { field: String(detail.field) } : {}),
    ...clash,
    message: detail.message,
  }));
}
