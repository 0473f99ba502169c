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

/** The longest time between two acknowledged writes at one host, in seconds. */
export function secondsWithoutWrites(outcomes, way) {
  const times = outcomes
    .filter((each) => each.way === way && each.isWrite && isGood(each))
    .map(({ ended }) => ended)
    .sort((a, b) => a - b);
  return Math.max(...times.slice(1).map((time, index) => time - times[index])) / 1_000;
}

/** Failures by status, first attempts only, and those that began after the writes had come back. */
export function failures(outcomes, way, since) {
  const own = outcomes.filter((each) => each.way === way && each.began >= since);
  const failed = own.filter((each) => !isGood(each));
  const lastGap = gapEnd(own);
  const byStatus = {};
  for (const { status, isRepeat } of failed) if (!isRepeat) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return { byStatus, after: failed.filter(({ began }) => began > lastGap).length };
}

/** When the longest time without writes ended. */
function gapEnd(outcomes) {
  const times = outcomes.filter((each) => each.isWrite && isGood(each)).map(({ ended }) => ended);
  times.sort((a, b) => a - b);
  let end = times[0] ?? Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let index = 1; index < times.length; index += 1) {
    if (times[index] - times[index - 1] > longest) {
      longest = times[index] - times[index - 1];
      end = times[index];
    }
  }
  return end;
}

/** A record that was deleted meanwhile is no failure. */
function isGood({ status }) {
  return (status >= 200 && status < 300) || status === 404;
}
