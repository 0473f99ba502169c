/** The parameters that all writes of records share. */
import type { EntityAccess } from "../access/compile";
import type { Caller } from "../authentication/authenticate";
import type { Connection } from "../postgres/connection";
import { recordTransaction } from "../store/records/locks";

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
