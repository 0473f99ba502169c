/**
 * Loads everything that the overview shows: the numbers, the names of entities as the member sees them, and why requests were
 * refused.
 */
import { type ErrorCount, type Overview, overviewOf } from "@/lib/call-log/overview";
import type { UsagePeriod } from "@/lib/call-log/usage";
import { explainRequest } from "@/lib/explanation/explain";
import type { Member } from "@/lib/model";
import { describePermissions } from "@/lib/tokens/permissions";

/** `summary`: why the newest of them was refused; null if that is no longer known. */
type ExplainedCount = ErrorCount & { summary: string | null };

export type OverviewData = Omit<Overview, "errors" | "entities"> & {
  errors: { all: number; byCode: ExplainedCount[] };
  entities: { entityKey: string; label: string; count: number }[];
};

export async function loadOverview(member: Member, period: UsagePeriod, now: Date): Promise<OverviewData> {
  const overview = await overviewOf(member, period, now);
  const permissions = await describePermissions(member);
  const labels = new Map(permissions.map(({ entityKey, pluralLabel }) => [entityKey, pluralLabel]));
  const byCode: ExplainedCount[] = [];
  for (const error of overview.errors.byCode) {
    const explanation = error.newest === null ? null : await explainRequest(error.newest.requestId, member);
    byCode.push({ ...error, summary: explanation?.summary ?? null });
  }
  const entities = overview.entities.map((entity) => ({
    ...entity,
    label: labels.get(entity.entityKey) ?? entity.entityKey,
  }));
  return { ...overview, errors: { all: overview.errors.all, byCode }, entities };
}
