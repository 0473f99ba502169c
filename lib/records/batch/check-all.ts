/** The first half of a batch: checks its operations together, and keeps those that can be written. */
import type { EntityAccess } from "../../access/compile";
import { AccessChanged } from "../../access/require";
import type { Caller } from "../../authentication/authenticate";
import { ApiError } from "../../errors";
import type { Connection } from "../../postgres/connection";
import type { WrittenRecord } from "../../store/records/write";
import { yielder } from "../../time/event-loop";
import { resolveReferences } from "../rules/reference-keys";
import { findLostReferences, requireReferences } from "../rules/references";
import { uniqueText } from "../rules/unique-value";
import { reachOfChanges, reachOfNew, requireReachesNew } from "../rules/write-permissions";
import { requireAllowed } from "../update";
import { checkOperation } from "./check";
import type { Batch, Operation } from "./operation";
import { type Ready, referencedData } from "./segments";
import { findSubjects, type Subject } from "./subjects";

export type Written = { status: 200 | 201; record: Omit<WrittenRecord, "envelope"> };

/**
 * A batch in progress. `refused` and `written` are keyed by the index of the operation; `seen` and `given` map each record and
 * each unique value to such an index.
 */
export type Run = {
  transaction: Connection;
  caller: Caller;
  access: EntityAccess;
  batch: Batch;
  refused: Map<number, ApiError>;
  written: Map<number, Written>;
  seen: Map<string, number>;
  given: Map<string, number>;
};

/** Returns the operations that can be written, leaving references and conflicts aside. */
export async function checkAll(run: Run, indices: number[]): Promise<Ready[]> {
  const { caller, access, batch, transaction } = run;
  const operations = await withIds(
    run,
    indices.map((index) => batch.operations[index] as Operation),
  );
  const subjects = await findSubjects(access, operations, transaction);
  const ready: Ready[] = [];
  const yieldToEventLoop = yielder();
  for (const [place, index] of indices.entries()) {
    await yieldToEventLoop();
    const operation = operations[place] as Operation;
    attemptOne(run, index, () => {
      const subject = subjects[place] ?? null;
      if (subject instanceof ApiError) throw subject;
      requireOnlyOnce(run.seen, index, subject);
      ready.push({ index, match: subject?.match ?? null, ...checkOperation(caller, access, operation, subject) });
    });
  }
  return withReach(run, ready);
}

/** Replaces references that are given by keys with ids. */
async function withIds({ caller, access, transaction }: Run, operations: Operation[]): Promise<Operation[]> {
  const data = operations.map((operation) => ("data" in operation ? operation.data : {}));
  const resolved = await resolveReferences(caller, access, data, transaction);
  return operations.map((operation, place) =>
    "data" in operation ? { ...operation, data: resolved[place] ?? operation.data } : operation,
  );
}

/**
 * Throws INVALID_BODY for the second operation on a record. A record that the caller can neither see nor update is not compared
 * by id: an error would reveal that two operations concern the same record, and so its value.
 */
function requireOnlyOnce(seen: Map<string, number>, index: number, subject: Subject | null): void {
  const { stored, match } = subject ?? {};
  const names = [
    ...(stored?.inside.some(Boolean) ? [stored.id] : []),
    ...(match ? [JSON.stringify([match.field.key, uniqueText(match.field, match.value)])] : []),
  ];
  const earlier = names.map((name) => seen.get(name) ?? index).find((place) => place !== index);
  if (earlier !== undefined) {
    const message = `Operation ${earlier} of the batch is about the same record. Put both changes into one operation, or send two batches.`;
    throw new ApiError("INVALID_BODY", message, { with: earlier });
  }
  for (const name of names) seen.set(name, index);
}

/** Keeps the operations whose records are in the scopes of all verbs that they require. */
async function withReach(run: Run, ready: Ready[]): Promise<Ready[]> {
  const { access, transaction } = run;
  const drafts = ready.flatMap((each) => (each.kind === "create" ? [each.draft] : []));
  const changes = ready.flatMap((each) => (each.kind === "change" ? [each.change] : []));
  const missing = await reachOfNew(access, drafts, transaction);
  const reached = await reachOfChanges(access, changes, transaction);
  for (const each of ready) {
    attemptOne(run, each.index, () => {
      if (each.kind === "create") return requireReachesNew(access, missing.get(each.draft) ?? null);
      const reach = reached.get(each.change.stored.id);
      if (reach === undefined) throw new AccessChanged();
      requireAllowed(access, each.change, reach);
    });
  }
  return ready.filter(({ index }) => !run.refused.has(index));
}

/** Keeps the operations whose references point to visible records. */
export async function withReferences(run: Run, ready: Ready[]): Promise<Ready[]> {
  const { caller, access, transaction } = run;
  const lost = await findLostReferences(caller, access, ready.map(referencedData), transaction);
  for (const [place, each] of ready.entries())
    attemptOne(run, each.index, () => requireReferences(caller, access, lost[place] ?? [], referencedData(each)));
  return ready.filter(({ index }) => !run.refused.has(index));
}

/** An ApiError refuses the operation; other errors are thrown. */
function attemptOne({ refused }: Run, index: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused.set(index, error);
  }
}
