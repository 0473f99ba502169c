/** The first half of a batch: checks its operations together, and keeps those that can be written. */
import type { EntityAccess } from "../../access/compile";
import { AccessChanged } from "../../access/require";
import type { Caller } from "../../authentication/authenticate";
import { ApiError } from "../../errors";
import { groupBy } from "../../group-by";
import type { Connection } from "../../postgres/connection";
import type { WrittenRecord } from "../../store/records/write";
import { takingTurns } from "../../time/turns";
import { findLostReferences, requireReferences } from "../rules/references";
import { uniqueText } from "../rules/unique-value";
import { reachOfChanges, reachOfNew, requireReachesNew } from "../rules/write-permissions";
import { requireAllowed } from "../update";
import { judge } from "./judge";
import type { Batch, Operation } from "./operation";
import { type Ready, referencedData, verbsOf } from "./segments";
import { findSubjects, type Subject } from "./subjects";

export type Written = { status: 200 | 201; record: Omit<WrittenRecord, "envelope"> };

/** A batch in progress. `refused` and `written` go by the places of operations; `seen` has the place of each record. */
export type Run = {
  transaction: Connection;
  caller: Caller;
  access: EntityAccess;
  batch: Batch;
  refused: Map<number, ApiError>;
  written: Map<number, Written>;
  seen: Map<string, number>;
};

/** Those that can be written as far as references and conflicts are not concerned. */
export async function judgeAll(run: Run, indices: number[]): Promise<Ready[]> {
  const { caller, access, batch, transaction } = run;
  const operations = indices.map((index) => batch.operations[index] as Operation);
  const subjects = await findSubjects(access, operations, transaction);
  const ready: Ready[] = [];
  const takeTurns = takingTurns();
  for (const [place, index] of indices.entries()) {
    await takeTurns();
    const operation = operations[place] as Operation;
    attemptOne(run, index, () => {
      const subject = subjects[place] ?? null;
      if (subject instanceof ApiError) throw subject;
      requireOnlyOnce(run.seen, index, subject);
      ready.push({ index, match: subject?.match ?? null, ...judge(caller, access, operation, subject) });
    });
  }
  return withReach(run, ready);
}

/**
 * Throws INVALID_BODY for the second operation on a record. A record that the caller can neither see nor update is not
 * compared by id: that two operations mean it would reveal its value.
 */
function requireOnlyOnce(seen: Map<string, number>, index: number, subject: Subject | null): void {
  const { stored, match } = subject ?? {};
  const names = [
    ...(stored?.inside.some(Boolean) ? [stored.id] : []),
    ...(match ? [JSON.stringify([match.field.key, uniqueText(match.field, match.value)])] : []),
  ];
  if (names.some((name) => (seen.get(name) ?? index) !== index))
    throw new ApiError("INVALID_BODY", "An earlier operation of the batch is about the same record.");
  for (const name of names) seen.set(name, index);
}

/** One query for all operations that ask for the same verbs. */
async function withReach(run: Run, ready: Ready[]): Promise<Ready[]> {
  const { access, transaction } = run;
  for (const group of groupBy(ready, (each) => `${each.kind} ${verbsOf(each)}`).values()) {
    const changes = group.filter((each) => each.kind === "change");
    const creates = group.filter((each) => each.kind === "create");
    const [verbs = []] = group.map(verbsOf);
    const versions = changes.map(({ change: { stored, data } }) => ({ id: stored.id, version: stored.version, data }));
    const reached = await reachOfChanges(access, versions, verbs, transaction);
    const missing = await reachOfNew(
      access,
      creates.map(({ draft }) => draft),
      verbs,
      transaction,
    );
    for (const each of group) {
      attemptOne(run, each.index, () => {
        if (each.kind === "create") return requireReachesNew(missing.get(each.draft) ?? null);
        const reach = reached.get(each.change.stored.id);
        if (reach === undefined) throw new AccessChanged();
        requireAllowed(each.change, reach);
      });
    }
  }
  return ready.filter(({ index }) => !run.refused.has(index));
}

/** Those whose references lead to visible records. */
export async function withReferences(run: Run, ready: Ready[]): Promise<Ready[]> {
  const { caller, access, transaction } = run;
  const lost = await findLostReferences(caller, access, ready.map(referencedData), transaction);
  for (const [place, { index }] of ready.entries())
    attemptOne(run, index, () => requireReferences(access, lost[place] ?? []));
  return ready.filter(({ index }) => !run.refused.has(index));
}

/** An ApiError refuses the operation. */
function attemptOne({ refused }: Run, index: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused.set(index, error);
  }
}
