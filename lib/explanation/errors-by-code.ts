/** Lists the errors of a token by code: counts are hourly sums as in the chart; causes and paths come from the request log. */
import { pathTemplateOf, type TokenUsage } from "../call-log/usage";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { type CodePath, listCodePaths } from "../store/tokens/requests";
import { ofEachVersion } from "../tokens/read/versions";
import type { VisibleToken } from "../tokens/read/visible-token";
import { type CausesOfCode, listErrorCauses } from "./error-causes";

export type ErrorsOfCode = CausesOfCode & {
  code: ErrorCode;
  status: number;
  count: number;
  /** The paths of stored requests, the most frequent first. A sampled request counts as many times as it represents. */
  paths: { method: string; pathTemplate: string; count: number }[];
};

/** The most codes that are shown; the request log has the others. */
const SHOWN = 8;

/** `versions` are the secrets of the token, `codes` their counts since `from`. Urgent errors come first. */
export async function errorsByCode(
  versions: readonly VisibleToken[],
  { codes }: Pick<TokenUsage, "codes">,
  from: Date,
): Promise<ErrorsOfCode[]> {
  const kept = (await ofEachVersion(versions, (version) => listCodePaths(version.token.id, from))).flat();
  const causes = await causesOf(versions, from);
  const counted = Object.entries(codes) as [ErrorCode, number][];
  const shown = counted
    .map(([code, count]) => ({ code, status: ERROR_STATUS[code] ?? 500, count }))
    .sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)) || other.count - one.count)
    .slice(0, SHOWN);
  return shown.map((each) => ({
    ...each,
    ...(causes.get(each.code) ?? { represented: 0, causes: [] }),
    paths: mergePaths(kept.filter(({ code }) => code === each.code)),
  }));
}

/** Errors that call for a change of permissions, limits or the service come before those that the caller can correct. */
function isUrgent({ status }: { status: number }): boolean {
  return status === 403 || status === 429 || status >= 500;
}

function mergePaths(kept: readonly CodePath[]): ErrorsOfCode["paths"] {
  const merged = new Map<string, ErrorsOfCode["paths"][number]>();
  for (const { count, method, ...path } of kept) {
    const pathTemplate = pathTemplateOf(path);
    const name = `${method} ${pathTemplate}`;
    merged.set(name, { method, pathTemplate, count: (merged.get(name)?.count ?? 0) + count });
  }
  return [...merged.values()].sort((one, other) => other.count - one.count);
}

async function causesOf(versions: readonly VisibleToken[], from: Date): Promise<Map<string, CausesOfCode>> {
  const [first] = versions;
  if (first === undefined) return new Map();
  const tokenIds = versions.map(({ token }) => token.id);
  const visibility = { organizationId: first.owner.organizationId, ownerIds: [first.owner.id] };
  return listErrorCauses({ visibility, tokenIds, from }, async (tokenId) => {
    return versions.find(({ token }) => token.id === tokenId) ?? null;
  });
}
