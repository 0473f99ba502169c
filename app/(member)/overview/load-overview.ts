/** Everything the overview shows: the numbers, with the names that entities have for the member, and why requests were refused. */
import { type Overview, overviewOf, type RefusalCount } from "@/lib/call-log/overview";
import type { UsagePeriod } from "@/lib/call-log/usage";
import { explainRequest } from "@/lib/explanation/explain";
import type { Member } from "@/lib/model";
import { describePermissions } from "@/lib/tokens/permissions";

/** `summary`: why the newest of them was refused; null where that is not known any more. */
type ExplainedCount = RefusalCount & { summary: string | null };

export type OverviewData = Omit<Overview, "refusals" | "entities"> & {
  refusals: ExplainedCount[];
  entities: { entityKey: string; label: string; count: number }[];
};

export async function loadOverview(member: Member, period: UsagePeriod, now: Date): Promise<OverviewData> {
  const overview = await overviewOf(member, period, now);
  const permissions = await describePermissions(member);
  const labels = new Map(permissions.map(({ entityKey, pluralLabel }) => [entityKey, pluralLabel]));
  const refusals: ExplainedCount[] = [];
  for (const refusal of overview.refusals) {
    const explanation = await explainRequest(refusal.requestId, member);
    refusals.push({ ...refusal, summary: explanation?.summary ?? null });
  }
  const entities = overview.entities.map((entity) => ({
    ...entity,
    label: labels.get(entity.entityKey) ?? entity.entityKey,
  }));
  return { ...overview, refusals, entities };
}
