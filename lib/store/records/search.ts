/** Finds the best matches of a search in one entity. Takes only resolved plans, and returns items as JSON text. */
import type { Seen } from "../../postgres/replica-read";
import { type Found, foundSql, type Shown } from "../../query/page/found";
import type { PagePlan, Ranked } from "../../query/page/page-plan";
import { partition, readPartitionAsOf } from "./partitions";
import { planOf } from "./read";

/** Rejects with CallerLeft and StatementTimeout. */
export async function findBest(
  plan: PagePlan & { ranked: Ranked },
  shown: Shown,
  signal: AbortSignal,
  seen?: Seen,
): Promise<Found[]> {
  const statement = foundSql(plan, shown, partition(plan.entityId));
  return readPartitionAsOf<Found>(statement, { plan: planOf(plan), signal, seen });
}
