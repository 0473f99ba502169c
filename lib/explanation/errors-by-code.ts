/** Lists the errors of a token by code: counts are hourly sums as in the chart; causes and paths come from the request log. */
import { pathTemplateOf, type TokenUsage } from "../call-log/usage";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { listCodePaths } from "../store/tokens/requests";
import type { VisibleToken } from "../tokens/read/visible-token";
import { listErrorCauses } from "./error-causes";

export type ErrorsOfCode = Awaited<ReturnType<typeof errorsByCode>>[number];

/** The most codes that are shown; the request log has the others. */
const SHOWN = 8;

/** `versions` are the secrets of the token, `codes` their counts since `from`. Urgent errors come first. */
export async function errorsByCode(
  versions: readonly VisibleToken[],
  { codes }: Pick<TokenUsage, "codes">,
  from: Date,
) {
  const [first] = versions;
  if (first === undefined) return [];
  const byId = new Map(versions.map((version) => [version.token.id, version]));
  const tokenIds = [...byId.keys()];
  const visibility = { organizationId: first.owner.organizationId, ownerIds: [first.owner.id] };
  const paths = await listCodePaths(tokenIds, from);
  const causes = await listErrorCauses({ visibility, tokenIds, from }, async (id) => byId.get(id) ?? null);
  const counted = Object.entries(codes) as [ErrorCode, number][];
  const shown = counted
    .map(([code, count]) => ({ code, status: ERROR_STATUS[code] ?? 500, count }))
    .sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)) || other.count - one.count)
    .slice(0, SHOWN);
  return shown.map((each) => ({
    ...each,
    ...(causes.get(each.code) ?? { represented: 0, causes: [] }),
    /** Those of stored requests, the most frequent first. A sampled request counts as many times as it represents. */
    paths: paths
      .filter(({ code }) => code === each.code)
      .map(({ method, count, ...path }) => ({ method, pathTemplate: pathTemplateOf(path), count })),
  }));
}

/** Errors that call for a change of permissions, limits or the service come before those that the caller can correct. */
function isUrgent({ status }: { status: number }): boolean {
  return status === 403 || status === 429 || status >= 500;
}
