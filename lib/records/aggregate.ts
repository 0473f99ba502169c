/** Counts and sums, in groups, the records that the owner can list (contract § 6). */
import type { EntityAccess } from "../access/compile";
import { MAX_GROUPS } from "../limits";
import {
  type AggregatePlan,
  type GroupItem,
  type MeasureItem,
  planGroups,
  planMeasures,
} from "../query/aggregate/aggregate-plan";
import { toAggregateItem } from "../query/aggregate/aggregate-sql";
import { both, callerResolver } from "../query/plan";
import * as store from "../store/records/read";
import { type Conditions, type Lister, planConditions } from "./list";
import { runInTurn } from "./load/slow-list";
import { withReferenced } from "./referenced";

/** A well-formed query; its fields are not resolved yet. */
export type AggregateQuery = Conditions & { groupBy: GroupItem[]; measures: MeasureItem[] };

/** Returns JSON. Throws FIELD_NOT_QUERYABLE, INVALID_BODY, INVALID_FILTERS (also on timeout), RATE_LIMITED and CallerLeft. */
export async function aggregateRecords(
  lister: Lister,
  access: EntityAccess,
  query: AggregateQuery,
  signal: AbortSignal,
): Promise<string> {
  const { scope, filter, search } = planConditions(lister, access, query);
  const resolve = callerResolver(access.queryable, access.readable);
  const plan: AggregatePlan = {
    entityId: access.entity.id,
    where: both(scope, filter),
    search,
    groups: planGroups(query.groupBy, resolve),
    measures: planMeasures(query.measures, resolve),
  };
  const listing = { lister, entity: access.entity, plan: { ...plan, sort: [] }, filter };
  const rows = await runInTurn(listing, signal, async () => {
    const where = both(scope, await withReferenced(filter, signal, lister.seen));
    return store.aggregateRecords({ ...plan, where }, signal, lister.seen);
  });
  const truncated = (rows[0]?.found ?? 0) > Math.min(rows.length, MAX_GROUPS);
  return JSON.stringify({ items: rows.map((row) => toAggregateItem(row, plan)), truncated });
}
