/** What an act has cost, and whether anything is wrong after it. */
import pg from "pg";
import { primary, urlOf } from "./cluster.mjs";
import { until } from "./programs.mjs";

/** Acknowledged writes that the primary does not have, and creates that it has twice. */
export async function lostWrites({ created, deleted, loaded }) {
  const node = await until("a primary", () => primary());
  const client = new pg.Client({ connectionString: urlOf(node) });
  await client.connect();
  const { rows } = await client.query("SELECT id, data->>'name' AS name, data FROM records");
  await client.end();
  const ids = new Set(rows.map(({ id }) => id));
  const rounds = new Map(rows.filter(({ data }) => data.code).map(({ data }) => [data.code, data.round]));
  const names = rows.filter(({ name }) => name !== null).map(({ name }) => name);
  return {
    lost:
      [...created.keys()].filter((id) => !ids.has(id)).length +
      [...deleted].filter((id) => ids.has(id)).length +
      [...loaded].filter(([code, round]) => !(rounds.get(code) >= round)).length,
    doubled: names.length - new Set(names).size,
  };
}

/**
 * What a host of the service did since the act: the longest time between two acknowledged writes, in seconds; the requests that
 * failed, by status, without those that repeat another; and how long after that time the last of them failed.
 */
export function costOf(outcomes, way, since) {
  const own = outcomes.filter((each) => each.way === way && each.ended >= since);
  const gap = longestGap(
    since,
    own.filter((each) => each.isWrite && isGood(each)),
  );
  const failed = own.filter((each) => !each.isRepeat && !isGood(each));
  const byStatus = {};
  for (const { status } of failed) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return {
    seconds: gap.milliseconds / 1_000,
    byStatus,
    after: Math.max(0, ...failed.map(({ ended }) => ended - gap.end)) / 1_000,
  };
}

function longestGap(since, written) {
  const times = [since, ...written.map(({ ended }) => ended).sort((a, b) => a - b)];
  const gaps = times.slice(1).map((end, index) => ({ end, milliseconds: end - times[index] }));
  return gaps.reduce((longest, gap) => (gap.milliseconds > longest.milliseconds ? gap : longest), {
    end: Number.POSITIVE_INFINITY,
    milliseconds: 0,
  });
}

/** A record that was deleted meanwhile is no failure. */
function isGood({ status }) {
  return (status >= 200 && status < 300) || status === 404;
}
