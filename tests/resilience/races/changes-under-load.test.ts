/**
 * What takes a right away acts at once, in every process, however busy they are (contract § 2): once
 * the change has returned, none of 1,000 later requests passes, and no record is dated later than the change.
 */
import { expect, it } from "vitest";
import { sql } from "../../support/database-client";
import { patch, post, send } from "../../support/http";
import { startClients } from "../../support/load";
import { type IssuedTo, type Made, openOrganization, recordsPath } from "../../support/organization";
import type { MemberName, OrganizationFile } from "../../support/organization-file";
import { originOf, tally } from "../../support/parallel";

const CLIENTS = 10;
const LATER_REQUESTS = 1_000;
const WARM_REQUESTS = 100;

const acme = await openOrganization("load");

type Race = {
  owner: MemberName;
  change: (token: IssuedTo) => Promise<unknown>;
  /** How later requests are answered. */
  refusal: string;
};

/** Half of the clients update, each a record of its own, and half create; half of both in each process. */
async function raceAgainst({ owner, change, refusal }: Race): Promise<void> {
  const records: Made[] = [];
  for (let index = 0; index < CLIENTS; index += 1)
    records.push(await acme.create("ada", "samples", { name: `record ${index}` }));
  const token = await acme.issue(owner);
  let value = 0;
  const load = startClients(CLIENTS, (index) => {
    value += 1;
    const call =
      index % 4 < 2
        ? post(recordsPath("samples"), { data: { name: `new ${value}` } })
        : patch(String(records[index]?.path), { integer: value });
    return send(originOf(index), { ...call, token: token.text });
  });
  await load.more(WARM_REQUESTS);
  await change(token);
  const returned = performance.now();
  const [clock] = await sql<{ now: Date }>("select clock_timestamp() as now");
  await load.more(LATER_REQUESTS);
  const outcomes = await load.stop();

  const later = outcomes.filter(({ started }) => started > returned).map(({ answer }) => answer);
  expect(tally(later)).toEqual({ [refusal]: later.length });
  expect(later.length).toBeGreaterThanOrEqual(LATER_REQUESTS);
  const passed = outcomes.filter(({ answer }) => answer?.status === 200 || answer?.status === 201);
  expect(passed.length).toBeGreaterThanOrEqual(WARM_REQUESTS);
  const [written] = await sql<{ last: Date }>(
    "select max(r.updated) as last from records r join entities e on e.id = r.entity_id where e.organization_id = $1",
    [acme.id],
  );
  expect(written?.last.getTime()).toBeLessThanOrEqual(clock?.now.getTime() ?? 0);
}

const changedFile = (change: (file: OrganizationFile) => void) => {
  const file = structuredClone(acme.file);
  change(file);
  return acme.apply(file);
};

it("a revoked token", () =>
  raceAgainst({ owner: "wim", refusal: "401 TOKEN_REVOKED", change: ({ id }) => acme.revoke(id) }));

it("a token that expires, by the clock of the database", () =>
  raceAgainst({
    owner: "wim",
    refusal: "401 TOKEN_EXPIRED",
    change: async ({ id }) => {
      await sql("update tokens set expires = now() + interval '1 second' where id = $1", [id]);
      await expect.poll(() => sql("select from tokens where id = $1 and expires <= now()", [id])).toHaveLength(1);
    },
  }));

it("a keyed create and a replay of it: one record for each key that was answered, none after the revocation", async () => {
  const token = await acme.issue("wim");
  let last = 0;
  const load = startClients(CLIENTS, (index) => {
    last += 1;
    const key = `key-${Math.floor(last / 2)}`;
    return send(
      originOf(index),
      post(recordsPath("samples"), { data: { name: key } }, { token: token.text, headers: { "idempotency-key": key } }),
    );
  });
  await load.more(WARM_REQUESTS);
  await acme.revoke(token.id);
  const returned = performance.now();
  await load.more(LATER_REQUESTS);
  const outcomes = await load.stop();

  const later = outcomes.filter(({ started }) => started > returned).map(({ answer }) => answer);
  expect(tally(later)).toEqual({ "401 TOKEN_REVOKED": later.length });
  const answered = outcomes.flatMap(({ answer }) => (answer?.status === 201 ? [answer.text] : []));
  const stored = await sql<{ id: string; name: string }>(
    `select r.id, r.data->>'name' as name from records r join entities e on e.id = r.entity_id
     where e.organization_id = $1 and r.data->>'name' like 'key-%'`,
    [acme.id],
  );
  expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length);
  const ids = new Set(answered.map((text) => (JSON.parse(text) as { data: { id: string } }).data.id));
  expect([...ids].sort()).toEqual(stored.map(({ id }) => id).sort());
  expect(answered.length).toBeGreaterThan(stored.length);
});

it("a role that loses its verbs", () =>
  raceAgainst({
    owner: "wim",
    refusal: "403 PERMISSION_DENIED",
    change: () =>
      changedFile((file) => {
        const writer = file.roles.find((role) => role.key === "writer");
        for (const grant of writer?.grants ?? []) if (grant.entity === "samples") grant.verbs = ["list"];
      }),
  }));
