import { overviewOf } from "@/lib/call-log/overview";
import { startOfPeriod, type UsagePeriod } from "@/lib/call-log/usage";
import { listErrorCauses } from "@/lib/explanation/error-causes";
import type { Member } from "@/lib/model";
import { describePermissions } from "@/lib/tokens/permissions";
import { findVisibleToken, visibleTokens } from "@/lib/tokens/read/visibility";

export type OverviewData = Awaited<ReturnType<typeof loadOverview>>;

export async function loadOverview(member: Member, period: UsagePeriod, now: Date) {
  const overview = await overviewOf(member, period, now);
  const permissions = await describePermissions(member);
  const labels = new Map(permissions.map(({ entityKey, pluralLabel }) => [entityKey, pluralLabel]));
  const filter = { visibility: visibleTokens(member), from: startOfPeriod(period, now) };
  const codes = overview.errors.byCode.map(({ code }) => code);
  const causes = await listErrorCauses(filter, (tokenId) => findVisibleToken(tokenId, member), codes);
  const byCode = overview.errors.byCode.map((error) => ({
    ...error,
    ...(causes.get(error.code) ?? { represented: 0, causes: [] }),
  }));
  const entities = overview.entities.map((entity) => ({
    ...entity,
    label: labels.get(entity.entityKey) ?? entity.entityKey,
  }));
  return { ...overview, errors: { all: overview.errors.all, byCode }, entities };
}
