/**
 * Following what was updated (docs/staying-in-sync.md, contract § 10). `updated` is when a transaction began, so a record can
 * become visible after one with a later time: the recipe of the page misses none, and who asks for what is newer than the
 * newest does. The code that runs here is the page's own.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { expect, inject, it } from "vitest";
import { runAdmin } from "../../support/admin";
import { openTransaction, sql } from "../../support/database-client";
import { patch, post, send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { originOf } from "../../support/parallel";

type Walk = {
  url: string;
  token: string;
  since: string | null;
  take: (record: RecordView) => void;
  overlapMs?: number;
};
type FollowOnce = (walk: Walk) => Promise<string>;

const { followOnce } = (await import(`data:text/javascript,${encodeURIComponent(codeOfThePage())}`)) as {
  followOnce: FollowOnce;
};

function codeOfThePage(): string {
  const page = readFileSync(path.join(process.cwd(), "docs/staying-in-sync.md"), "utf8");
  return /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
}

/** The bound of the page: a record is visible so long after its `updated`, or never. */
const BOUND_MS = 15_000;
const WRITERS = 6;
const IMPORTED = figure(6_000, 60_000);

/** Follows an entity with the recipe, and beside it as one would without: by the newest time seen. */
async function openFollowers(entity: string) {
  const acme = await openOrganization("followed");
  const url = `${inject("origin")}/api/v1${recordsPath(entity)}`;
  const token = acme.token("ada");
  const known = new Map<string, string>();
  let since: string | null = null;
  const seen = new Set<string>();
  let newest = "0001-01-01T00:00:00.000Z";
  return {
    acme,
    known,
    follow: async () => {
      since = await followOnce({
        url,
        token,
        since,
        overlapMs: BOUND_MS,
        take: ({ id, versionId }) => known.set(id, versionId),
      });
    },
    seen,
    followNaively: async () => {
      const after = newest;
      const take = ({ id, updated }: RecordView) => {
        if (updated > after) seen.add(id);
        if (updated > newest) newest = updated;
      };
      await followOnce({ url, token, since: after, take });
    },
  };
}

function importedLines(): string {
  return Array.from({ length: IMPORTED }, (_, index) => JSON.stringify({ name: `imported ${index}` })).join("\n");
}

it("with six writers and an import the recipe has every record in its last version", async ({ annotate }) => {
  const { acme, known, follow } = await openFollowers("samples");
  const lags: number[] = [];
  const ids: string[] = [];
  const load = startClients(WRITERS, async (index) => {
    const origin = originOf(index);
    const token = acme.token("ada");
    const old = index % 3 === 0 ? ids[Math.floor(Math.random() * ids.length)] : undefined;
    const data = { name: randomBytes(6).toString("hex") };
    const keyed: Record<string, string> = index % 3 === 1 ? { "idempotency-key": randomBytes(8).toString("hex") } : {};
    const path = recordsPath("samples");
    const call = old === undefined ? post(path, { data }, { headers: keyed }) : patch(`${path}/${old}`, data);
    const answer = await send(origin, { ...call, token });
    const written = (answer.json as { data: RecordView }).data;
    if (answer.status === 201) ids.push(written.id);
    lags.push(Date.now() - Date.parse(written.updated));
    return answer;
  });
  const importing = runAdmin(["records", "import", "--organization", acme.key, "--entity", "samples", "--file"], {
    "samples.ndjson": importedLines(),
  });
  let isImporting = true;
  const done = importing.finally(() => {
    isImporting = false;
  });
  // Longer than the bound, so that the last walks do not begin at the beginning.
  const started = performance.now();
  while (isImporting || performance.now() - started < BOUND_MS + 5_000) {
    await follow();
  }
  await done;
  await load.stop();
  await follow();

  const stored = await sql<{ id: string; version: string }>(
    "select r.id, r.version from records r join entities e on e.id = r.entity_id where e.organization_id = $1",
    [acme.id],
  );
  expect(stored.length).toBe(IMPORTED + ids.length);
  expect(stored.filter(({ id, version }) => known.get(id) !== version)).toEqual([]);
  expect(Math.max(...lags)).toBeLessThan(BOUND_MS);
  await annotate(`${stored.length} records. Longest lag: ${Math.max(...lags)} ms.`);
}, 120_000);

it("a record that becomes visible after one with a later time is missed by polling for what is newer than the newest, but not by the recipe", async () => {
  const { acme, known, follow, seen, followNaively } = await openFollowers("samples");
  const held = await acme.create("ada", "samples", { name: "held" });
  await follow();
  await followNaively();
  seen.clear();
  const holder = await openTransaction(`select from records where id = '${held.id}' for update`);
  try {
    const patched = acme.call("ada", patch(held.path, { name: "changed" }, {}, held.etag));
    await expect.poll(() => isWaitedFor(holder), { interval: 10 }).toBe(true);
    const later = await acme.create("ada", "samples", { name: "later" });
    await follow();
    await followNaively();
    await holder.query("commit");
    const changed = ((await patched).json as { data: RecordView }).data;
    expect(changed.updated < later.view.updated).toBe(true);
    await follow();
    await followNaively();
    expect([...seen]).toEqual([later.id]);
    expect(known.get(held.id)).toBe(changed.versionId);
  } finally {
    await holder.end();
  }
});

/** For what the connection has locked; others of the suite wait for one another, too. */
async function isWaitedFor(holder: pg.Client): Promise<boolean> {
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  const waiting = await sql("select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))", [rows[0]?.pid]);
  return waiting.length > 0;
}
