/** Several clients at once, and a feed whose permissions change: no update is lost, no key is there twice, no change is missed. */
import { describe, expect, it } from "vitest";
import { type AnyEntity, client, type Entity, type Envelope } from "@/packages/client/src/client";
import { caughtUp } from "../../support/mirror";
import { openOrganization } from "../../support/organization";

const acme = await openOrganization("racing");
const file = structuredClone(acme.file);
file.entities.push({
  key: "cities",
  exposed: true,
  labelField: "name",
  fields: [
    { key: "code", type: "integer", unique: true },
    { key: "name", type: "text", required: true },
    { key: "secret", type: "text", readVerb: "readSecret" },
  ],
});
const everything = file.roles.find(({ key }) => key === "everything");
everything?.grants.push({ entity: "cities", verbs: ["list", "create", "update", "delete"] });
await acme.apply(file);

const newClient = () => client({ url: acme.origin, token: acme.token("ada") });
const cities = newClient().entity("cities");

it("updateWith loses no update of 20 clients at once", { timeout: 60_000 }, async () => {
  const { id } = await newClient().entity("samples").create({ name: "Counter", integer: 0 });
  const count = () =>
    newClient()
      .entity("samples")
      .updateWith(id, ({ data }) => ({ integer: Number(data.integer) + 1 }));
  await Promise.all(Array.from({ length: 20 }, count));
  expect((await newClient().entity("samples").get(id)).data.integer).toBe(20);
});

it("upsert of 1,200 keys by two clients at once leaves 1,200 records", async () => {
  const items = Array.from({ length: 1_200 }, (_, code) => ({ code, name: `City ${code}` }));
  const results = (
    await Promise.all([cities.upsert("code", items), newClient().entity("cities").upsert("code", items.toReversed())])
  ).flat();
  expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(results.filter(({ status }) => status === 201)).toHaveLength(1_200);
  const codes = new Set<unknown>();
  for await (const { data } of cities.all({ fields: ["code"] })) codes.add(data.code);
  expect(codes.size).toBe(1_200);
  expect((await cities.aggregate({ measures: { all: ["count"] } })).items).toEqual([{ group: {}, all: 1_200 }]);
});

describe("a mirror", () => {
  it("is the list, through changes, removals, and permissions that change", async () => {
    await cities.batch([{ op: "upsert", match: { code: 1 }, ifMatch: "*", data: { name: "First" } }]);
    const copy = openCopy(cities);
    await copy.follow();
    expect(copy.resets).toBe(1);
    expect(copy.records).toEqual(await listOf(cities));

    const [doomed, renamed] = (await cities.list({ limit: 2 })).items;
    if (doomed === undefined || renamed === undefined) throw new Error("There are cities.");
    await cities.delete(doomed);
    await cities.update(renamed, { name: "Renamed" });
    await copy.follow();
    expect(copy.resets).toBe(1);
    expect(copy.records).toEqual(await listOf(cities));
    expect(copy.records.get(renamed.id)?.data.name).toBe("Renamed");

    everything?.grants.push({ entity: "cities", verbs: ["readSecret"] });
    await acme.apply(file);
    await copy.follow();
    expect(copy.resets).toBe(2);
    expect(copy.records.get(renamed.id)?.data).toHaveProperty("secret");
    expect(copy.records).toEqual(await listOf(cities));
  });

  it("receives a change while it waits, and can be stopped at that point", async () => {
    const seen: unknown[] = [];
    for await (const { items, cursor } of cities.mirror({ fields: ["name"], wait: 20 })) {
      for (const item of items) if (item.type === "changed") seen.push(item.record.data.name);
      if (seen.includes("Late")) break;
      if (cursor !== null && !seen.includes("asked")) {
        seen.push("asked");
        setTimeout(() => void cities.create({ name: "Late" }), 300);
      }
    }
    expect(seen.at(-1)).toBe("Late");
  });
});

/** Kept as a consumer would: by steps, from the cursor of the last one. */
function openCopy(entity: Entity<AnyEntity>) {
  let cursor: string | null = null;
  const copy = { records: new Map<string, Envelope>(), resets: 0, follow };
  return copy;

  async function follow(): Promise<void> {
    await caughtUp();
    for await (const step of entity.mirror({ cursor, limit: 100 })) {
      if (step.reset) copy.records.clear();
      if (step.reset) copy.resets += 1;
      for (const item of step.items) {
        if (item.type === "removed") copy.records.delete(item.id);
        else copy.records.set(item.record.id, item.record);
      }
      cursor = step.cursor;
    }
  }
}

async function listOf(entity: Entity<AnyEntity>): Promise<Map<string, Envelope>> {
  const records = new Map<string, Envelope>();
  for await (const record of entity.all()) records.set(record.id, record);
  return records;
}
