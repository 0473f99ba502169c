/** What the reference shows as responses: the service's own, of reads and of dry runs, and examples where there are none. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import type { EndpointName } from "@/lib/public-api/endpoints/registry";
import { examplesFor } from "@/lib/public-api/reference/example-requests";
import { findMemberCaller } from "@/lib/public-api/reference/member-caller";
import { operationsOf, slugOf } from "@/lib/public-api/reference/operations";
import { findMemberByEmail } from "@/lib/store/people/members";
import { organizationFile } from "../../support/organization-file";
import { apply, newKey } from "../configuration/applied";
import { entityId, findRecord, insertRecord, openTestDatabase, query } from "../configuration/database";

process.env.LOG_LEVEL = "silent";
process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";
openTestDatabase();

/** An organization of its own, with these records of deals. */
async function openDeals(...records: JsonObject[]) {
  const key = newKey();
  const { organizationId } = await apply(organizationFile(key));
  const ids: string[] = [];
  for (const data of records) ids.push(await insertRecord(await entityId(key, "deals"), data));
  const shownTo = async (name: string) => {
    const member = await findMemberByEmail(organizationId, `${name}@${key}.test`);
    const caller = member && (await findMemberCaller(member, null));
    const access = caller?.access.entity("deals");
    if (!caller || !access) throw new Error(`${name} can do something with deals.`);
    const examples = await examplesFor(await operationsOf(caller, "deals"), access, { caller, address: "10.0.0.9" });
    return (name: EndpointName) => {
      const { request, notes = [], response } = examples.get(slugOf(name)) ?? {};
      const { status = 0, source, body = "null" } = response ?? {};
      return { status, source, request, notes, ...(JSON.parse(body) as { data?: JsonObject }) };
    };
  };
  const countDeals = async () => {
    const [row] = await query<{ count: number }>("SELECT count(*)::int AS count FROM records WHERE entity_id = $1", [
      await entityId(key, "deals"),
    ]);
    return row?.count;
  };
  return { ids, shownTo, countDeals };
}

const WRITES = ["records.create", "records.update", "records.delete", "records.batch"] as const;
const DEAL = { title: "Renewal", stage: "lead", amount: 5, account: null };

it("a write is a dry run of the version that was read, and the page says how to write", async () => {
  const { ids, shownTo } = await openDeals(DEAL);
  const shown = await shownTo("ada");
  const version = (await findRecord(String(ids[0])))?.version;
  expect(WRITES.map((name) => shown(name).request?.query)).toEqual(WRITES.map(() => ({ dryRun: true })));
  expect(WRITES.map((name) => shown(name).notes)).toEqual(
    WRITES.map(() => ["A dry run: everything is checked, and nothing is written. To write, leave out `dryRun=true`."]),
  );
  expect(shown("records.update").request?.headers).toEqual({ "If-Match": `"${version}"` });
  expect(shown("records.batch").request?.body).toMatchObject({ operations: [{}, { id: ids[0], ifMatch: version }] });
});

describe("the response to a write", () => {
  it("is that of a dry run with the caller's own first record, which stays as it was", async () => {
    const { ids, shownTo, countDeals } = await openDeals(DEAL);
    const [id = ""] = ids;
    let shown = await shownTo("ada");
    // A process that has just started can be too slow for all of them.
    const sources = async () => {
      shown = await shownTo("ada");
      return WRITES.map((name) => shown(name).source);
    };
    await expect.poll(sources).toEqual(WRITES.map(() => "dry run"));
    expect(shown("records.create").data).toMatchObject({
      entityKey: "deals",
      data: { title: "Example title", stage: "lead", amount: 12.5, account: null },
    });
    expect(shown("records.update").data).toMatchObject({ id, data: { ...DEAL, title: "Example title", amount: 12.5 } });
    expect(shown("records.delete").data).toEqual({ id, entityKey: "deals", deleted: true });
    expect(shown("records.batch").data).toMatchObject({ results: [{ status: 201 }, { status: 200, id }] });
    expect([(await findRecord(id))?.data, await countDeals()]).toEqual([DEAL, 1]);
  });

  it("is an example where there is no record to write, and the page says that the id is one", async () => {
    const { shownTo, countDeals } = await openDeals();
    const shown = await shownTo("ada");
    expect(WRITES.map((name) => shown(name).source)).toEqual(["dry run", "made up", "made up", "made up"]);
    const invented = "The id is an example, so the response is 404. Put in your own.";
    expect(shown("records.read").notes).toEqual([invented]);
    expect(WRITES.map((name) => shown(name).notes.includes(invented))).toEqual([false, true, true, true]);
    expect(await countDeals()).toBe(0);
  });

  it("is not there without the verb, and is an example for whoever is shown nothing of what they write", async () => {
    const { shownTo } = await openDeals(DEAL);
    const sourcesFor = async (name: string) => {
      const shown = await shownTo(name);
      return WRITES.map((write) => shown(write).source);
    };
    expect(await sourcesFor("rea")).toEqual([undefined, undefined, undefined, undefined]);
    expect(await sourcesFor("cleo")).toEqual(["made up", undefined, undefined, "made up"]);
    expect(await sourcesFor("una")).toEqual([undefined, "made up", undefined, "made up"]);
    expect(await sourcesFor("del")).toEqual([undefined, undefined, "made up", undefined]);
  });

  it("is an example where the record is locked: the page does not wait for whoever writes it", async () => {
    const { ids, shownTo } = await openDeals(DEAL);
    const writer = await postgres().pool.connect();
    try {
      await writer.query("BEGIN");
      await writer.query("SELECT 1 FROM records WHERE id = $1 FOR UPDATE", ids);
      const shown = await shownTo("ada");
      expect(WRITES.map((name) => shown(name).source)).toEqual(["dry run", "made up", "made up", "made up"]);
      expect(shown("records.read").source).toBe("read");
      // The update that the page goes without still waits; it alone.
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      expect((await writer.query(waiting)).rowCount).toBe(1);
    } finally {
      await writer.query("ROLLBACK");
      writer.release();
    }
  });
});
