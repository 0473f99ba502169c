/** A name that moves to the primary's address, as a record of DNS with a short life does. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addressOf, primary } from "./cluster.mjs";
import { until } from "./programs.mjs";

export const NAME = "records.drill.test";
/** What a record that lives a second, and is set by a callback of Patroni, takes at most. */
const MOVES_WITHIN_MS = 1_000;

/**
 * Resolves to a file of hosts, in which the name has its first address. It is written in place, and always has the same length, so
 * that nobody reads half of it.
 */
export async function startName(folder) {
  const file = path.join(folder, "hosts");
  const point = (node, flag) => writeFileSync(file, `127.0.0.1 localhost\n${addressOf(node)} ${NAME}\n`, { flag });
  const first = await until("a primary", () => primary());
  point(first, "w");
  void follow(first, (node) => point(node, "r+"));
  return file;
}

/** As long as anything else runs. */
async function follow(current, point) {
  for (;;) {
    await pause(MOVES_WITHIN_MS, undefined, { ref: false });
    const found = await primary();
    if (found === null || found === current) continue;
    point(found);
    current = found;
  }
}

/** The start of a command to which the file is `/etc/hosts`. */
export const withHosts = (file) => [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'mount --bind "$0" /etc/hosts && exec "$@"',
  file,
];
