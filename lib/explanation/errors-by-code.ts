/**
 * What went wrong with a token, one row per code. The counts are hourly sums, like those of the chart, so that the two agree.
 * Each row also says why the newest request was refused and which paths were requested: these two come from the request log,
 * which has only a sample of busy hours.
 */
import { type ListedCall, pathTemplateOf, type TokenUsage, toListedCall } from "../call-log/usage";
import { ERROR_STATUS, type ErrorCode } from "../errors";
import { findCallRow } from "../store/tokens/calls";
import { type CodePath, listCodePaths } from "../store/tokens/requests";
import { ofEachVersion } from "../tokens/read/versions";
import type { VisibleToken } from "../tokens/read/visible-token";
import { openExplainer } from "./explain";

export type ErrorsOfCode = {
  code: ErrorCode;
  status: number;
  count: number;
  /** The paths of stored requests, the most frequent first. A sampled request counts as many times as it represents. */
  paths: { method: string; pathTemplate: string; count: number }[];
  /** The newest stored request, with its cause and what to do; null if none is stored. */
  newest: (ListedCall & { summary: string; advice: string }) | null;
};

/** The most codes that are shown; the request log has the others. */
const SHOWN = 8;

/**
 * `versions` are the secrets of the token, `codes` their counts since `from`. Urgent errors come first, then the most frequent.
 */
export async function errorsByCode(
  versions: readonly VisibleToken[],
  { codes }: Pick<TokenUsage, "codes">,
  from: Date,
): Promise<ErrorsOfCode[]> {
  const listed = await ofEachVersion(versions, (version) => listCodePaths(version.token.id, from));
  const kept = listed.flatMap((paths, index) => paths.map((path) => ({ ...path, version: versions[index] })));
  const counted = Object.entries(codes) as [ErrorCode, number][];
  const shown = counted
    .map(([code, count]) => ({ code, status: ERROR_STATUS[code] ?? 500, count }))
    .sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)) || other.count - one.count)
    .slice(0, SHOWN);
  const errors: ErrorsOfCode[] = [];
  for (const each of shown) {
    const ofCode = kept.filter(({ code }) => code === each.code);
    errors.push({ ...each, paths: mergePaths(ofCode), newest: await newestOf(ofCode) });
  }
  return errors;
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

async function newestOf(
  kept: readonly (CodePath & { version: VisibleToken | undefined })[],
): Promise<ErrorsOfCode["newest"]> {
  const [newest] = [...kept].sort((one, other) => Number(BigInt(other.newestId) - BigInt(one.newestId)));
  const call = newest === undefined ? null : await findCallRow(newest.newestId);
  if (call === null || newest?.version === undefined) return null;
  const explain = await openExplainer(newest.version);
  const { text, advice } = await explain(call);
  return { ...toListedCall(call), summary: text, advice };
}
