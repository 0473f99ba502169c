/** Checks a batch's operations together, and keeps those that can be written. */
import { AccessChanged } from "../../access/require";
import { ApiError } from "../../errors";
import { EVERYTHING } from "../../query/plan";
import { findVisible } from "../../store/records/stored";
import type { WrittenRecord } from "../../store/records/write";
import { yielder } from "../../time/event-loop";
import { uniqueText } from "../rules/derive";
import { resolveReferences } from "../rules/reference-keys";
import { findLostReferences, requireReferences } from "../rules/references";
import { reachOfChanges, reachOfNew, requireReachesNew } from "../rules/write-permissions";
import { requireAllowed } from "../update";
import type { InTransaction } from "../work";
import { checkOperation } from "./check";
import type { Batch, Operation } from "./operation";
import { type Ready, referencedData, uniqueKeys } from "./segments";
import { findSubjects, type Subject } from "./subjects";

/** `isChanged` is false if the record already had the values. */
export type Written = { status: 200 | 201; isChanged: boolean; record: Omit<WrittenRecord, "envelope"> };

/** Maps are from or to an operation's index. An imported record that is already present is neither refused nor written. */
export type Run = InTransaction & {
  batch: Batch;
  refused: Map<number, ApiError>;
  written: Map<number, Written>;
  seen: Map<string, number>;
  given: Map<string, number>;
};

/** Returns the operations that can be written, leaving references and conflicts aside. */
export async function checkAll(run: Run, indices: number[]): Promise<Ready[]> {
  const { access, batch } = run;
  const given = indices.map((index) => batch.operations[index] as Operation);
  const operations = await withIds(run, given);
  const subjects = await findSubjects(run, operations);
  const ready: Ready[] = [];
  const yieldToEventLoop = yielder();
  for (const [place, index] of indices.entries()) {
    await yieldToEventLoop();
    const operation = operations[place] as Operation;
    attemptOne(run, index, () => {
      const subject = subjects[place] ?? null;
      if (subject instanceof ApiError) throw subject;
      requireOnlyOnce(run.seen, index, subject);
      const checked = checkOperation(run, operation, subject);
      ready.push({ index, match: subject?.match ?? null, keys: uniqueKeys(access.entity, checked), ...checked });
    });
  }
  return withReach(run, ready);
}

/** Replaces reference keys with ids. */
async function withIds(run: Run, operations: Operation[]): Promise<Operation[]> {
  const data = operations.map((operation) => ("data" in operation ? operation.data : {}));
  const resolved = await resolveReferences(run, data);
  return operations.map((operation, place) =>
    "data" in operation ? { ...operation, data: resolved[place] ?? operation.data } : operation,
  );
}

/** Throws INVALID_BODY for a record's second operation, unless the caller cannot reach it: that would reveal its value. */
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
  const { access } = run;
  const drafts = ready.filter((each) => each.kind === "create");
  const changes = ready.filter((each) => each.kind === "change");
  const missing = await reachOfNew(run, drafts);
  const reached = await reachOfChanges(run, changes);
  for (const each of ready) {
    attemptOne(run, each.index, () => {
      if (each.kind === "create") return requireReachesNew(access, missing.get(each) ?? null);
      const reach = reached.get(each.stored.id);
      if (reach === undefined) throw new AccessChanged();
      requireAllowed(access, each, reach);
    });
  }
  return ready.filter(({ index }) => !run.refused.has(index));
}

/** Keeps the operations whose references point to visible records, or to one that an earlier operation of the set creates. */
export async function withReferences(run: Run, ready: Ready[]): Promise<Ready[]> {
  const { access, refused } = run;
  const lost = await findLostReferences(run, ready.map(referencedData));
  const created = new Set<string>();
  for (const [place, each] of ready.entries()) {
    const data = referencedData(each);
    const isCreated = (key: string) => created.has(`${access.entity.fields.get(key)?.reference} ${data[key]}`);
    const missing = (lost[place] ?? []).filter((key) => !isCreated(key));
    attemptOne(run, each.index, () => requireReferences(run, missing, data));
    if (each.kind === "create" && !refused.has(each.index)) created.add(`${access.entity.key} ${each.id}`);
  }
  return ready.filter(({ index }) => !refused.has(index));
}

/** Leaves out imported records whose ids already exist. */
export async function withoutPresent({ access, on }: Run, ready: Ready[]): Promise<Ready[]> {
  const ids = ready.flatMap((each) => (each.kind === "create" ? (each.origin?.id ?? []) : []));
  if (ids.length === 0) return ready;
  const present = await findVisible(access.entity.id, ids, EVERYTHING, on);
  return ready.filter((each) => each.kind === "change" || !present.has(each.id));
}

/** Records an ApiError as a refusal; rethrows other errors. */
function attemptOne({ refused }: Run, index: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused.set(index, error);
  }
}
