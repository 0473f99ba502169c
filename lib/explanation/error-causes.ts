/** Why requests were refused. Causes and paths count what the rows of the request log represent; codes are hourly sums. */
import { pathTemplateOf, type TokenUsage } from "../call-log/usage";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { listCallRows } from "../store/tokens/calls";
import { listCodePaths, listRefusals, type RefusalFilter } from "../store/tokens/requests";
import type { VisibleToken } from "../tokens/read/visibility";
import { openExplainer } from "./explain";

type ErrorCause = {
  summary: string;
  advice: string;
  count: number;
  newest: { at: Date; requestId: string };
};

/** `represented` counts all requests of the code, including those that are in none of `causes`. */
export type CausesOfCode = { represented: number; causes: ErrorCause[] };

/** More refusals of one code than this are not explained. */
const EXPLAINED_PER_CODE = 5;

/** The most frequent cause comes first. `codes` limits the result to these. `findToken` finds the tokens of the requests that `filter` selects. */
export async function listErrorCauses(
  filter: RefusalFilter,
  findToken: (tokenId: string) => Promise<VisibleToken | null>,
  codes?: readonly string[],
): Promise<Map<string, CausesOfCode>> {
  const listed = await listRefusals(filter, EXPLAINED_PER_CODE);
  const refusals = listed.filter(({ code }) => codes?.includes(code) ?? true);
  const calls = await listCallRows(refusals.map(({ newestId }) => newestId));
  const explainers = new Map<string, ReturnType<typeof explainerOf>>();
  const explainerOf = async (tokenId: string) => {
    const token = await findToken(tokenId);
    return token && openExplainer(token);
  };
  const byCode = new Map<string, CausesOfCode>();
  for (const { code, count, represented, newestId } of refusals) {
    const call = calls.get(newestId);
    if (call === undefined) continue;
    const opened = explainers.get(call.tokenId) ?? explainerOf(call.tokenId);
    explainers.set(call.tokenId, opened);
    const cause = await (await opened)?.(call);
    if (!cause) continue;
    const { causes } = byCode.get(code) ?? { causes: [] };
    const { at, requestId } = call;
    addCause(causes, { summary: cause.text, advice: cause.advice, count, newest: { at, requestId } });
    byCode.set(code, { represented, causes });
  }
  for (const { causes } of byCode.values()) causes.sort((one, other) => other.count - one.count);
  return byCode;
}

/** Refusals that differ in their details can have the same text. */
function addCause(causes: ErrorCause[], added: ErrorCause): void {
  const same = causes.find(({ summary }) => summary === added.summary);
  if (same === undefined) causes.push(added);
  else Object.assign(same, same.newest.at < added.newest.at ? added : {}, { count: same.count + added.count });
}

export type ErrorsOfCode = Awaited<ReturnType<typeof errorsByCode>>[number];

/** The most codes that are shown; the request log has the others. */
const SHOWN_CODES = 8;

/** `versions` are the secrets of the token, `codes` hourly sums since `from`, as in the chart. Urgent errors come first. */
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
    .slice(0, SHOWN_CODES);
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
