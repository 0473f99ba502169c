/** The parameters that all writes of records share, and whether what was read still has the form that the request knows. */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Connection } from "../postgres/connection";
import { type Admission, isAdmitted } from "../store/records/guard";
import { recordTransaction } from "../store/records/locks";
import { UNCHECKED_READ_MS } from "../time/deadline";

/** The caller of a request, or an import. Without an id it is the system. */
export type Writer = Pick<Caller, "configuration" | "access" | "admission"> & { member: { id: string | null } };

/** `on` is the connection of the transaction that it runs in, if there is one. A dry run is rolled back. */
export type Work<By = Writer> = { caller: By; access: EntityAccess; dryRun: boolean; on?: Connection };
export type InTransaction<By = Writer> = Work<By> & { on: Connection };

/** In the transaction of `work`, or in one of its own. */
export async function inTransaction<By, Result>(
  work: Work<By>,
  run: (inside: InTransaction<By>) => Promise<Result>,
): Promise<Result> {
  const { caller, access, dryRun, on } = work;
  if (on !== undefined) return run({ caller, access, dryRun, on });
  return recordTransaction(access.entity.id, (own) => run({ caller, access, dryRun, on: own }), dryRun);
}

/** `asOf` is a `performance.now()` time. `pausedEntities` is null if no records were being rewritten. */
type Verified = { asOf: number; pausedEntities: readonly string[] | null; admission: Admission };

/**
 * Call after reading. Records are rewritten only once every request knows the new version or is older than `UNCHECKED_READ_MS`,
 * so what was read has the form of the request's version if that is still in force.
 */
export async function hasSameForm({ asOf, pausedEntities, admission }: Verified, on?: Connection): Promise<boolean> {
  return (pausedEntities === null && performance.now() - asOf < UNCHECKED_READ_MS) || isAdmitted(admission, on);
}
