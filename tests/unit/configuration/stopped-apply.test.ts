/** What an apply left that was stopped: the next one, of whatever file, goes on from there. */
import pg from "pg";
import { describe, expect, it } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import type { Progress } from "@/lib/configuration/change/progress";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { parseDocument } from "@/lib/configuration/parse";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { applied, apply, entity, field, versionOf } from "./applied";
import { fill, findRecord, indexesOf, insertRecord, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

/** As the switch leaves it where many records are to be rewritten: `title` was `name`. So long ago that nobody is waited for. */
async function stopped(others: object = {}) {
  const { file, key, id, organizationId } = await applied();
  const deals = await id("deals");
  const data = { name: "T", stage: "lead", amount: 1, price: null, account: null, extra: null };
  const record = await insertRecord(deals, data, { label: "t", search: "t" });
  const reshaping = { deals: { added: [], removed: [], renamed: { title: "name" }, options: {} }, ...others };
  await query(
    `INSERT INTO configurations (organization_id, version, document, reshaping, applied_by, created)
     SELECT organization_id, 2, document, $2, 'test', now() - interval '1 minute' FROM configurations WHERE organization_id = $1`,
    [organizationId, JSON.stringify(reshaping)],
  );
  await query("UPDATE organizations SET configuration_version = 2 WHERE id = $1", [organizationId]);
  return { file, key, id, organizationId, record, deals, reshaping };
}

const reshapingOf = (organizationId: string) =>
  query<{ reshaping: unknown }>(
    `SELECT c.reshaping FROM configurations c JOIN organizations o ON o.id = c.organization_id
     WHERE o.id = $1 AND c.version = o.configuration_version`,
    [organizationId],
  );

describe("records that were not all rewritten", () => {
  it("are, by an apply of the same file, which changes nothing else", async () => {
    const { file, key, organizationId, record, deals } = await stopped();
    const before = await findRecord(record);
    const { changes, version } = await apply(file);
    expect({ changes, version, stored: await versionOf(key) }).toEqual({ changes: [], version: 3, stored: 3 });
    expect(await reshapingOf(organizationId)).toEqual([{ reshaping: null }]);
    const after = await findRecord(record);
    const { name, ...rest } = before?.data ?? {};
    expect(after?.data).toEqual({ ...rest, title: name });
    expect([after?.version, after?.updated]).toEqual([before?.version, before?.updated]);
    expect(await query("SELECT record_id FROM changes WHERE entity_id = $1", [deals])).toEqual([{ record_id: null }]);
  });

  it("are without those of other entities, which lack a field that was added later", async () => {
    const lasting = { accounts: { added: ["note"], removed: [], renamed: {}, options: {}, stays: true } };
    const { file, id, organizationId, record } = await stopped(lasting);
    const account = await insertRecord(await id("accounts"), { name: "A", parent: null });
    await apply(file);
    expect((await findRecord(record))?.data).toHaveProperty("title");
    expect((await findRecord(account))?.data).toEqual({ name: "A", parent: null });
    expect(await reshapingOf(organizationId)).toEqual([{ reshaping: lasting }]);
  });

  it("are before anything else of another file, which is told", async () => {
    const { file, record } = await stopped();
    Object.assign(field(file, "deals", "title"), { key: "headline", was: "title" });
    entity(file, "deals").labelField = "headline";
    const told: Progress[] = [];
    const document = parseDocument(file);
    await applyConfiguration(document, { mode: "prune", actor: "test", onProgress: (each) => told.push(each) });
    expect((await findRecord(record))?.data).toMatchObject({ headline: "T" });
    expect(told).toContainEqual({ step: "records", entity: "deals", done: 1, total: 1 });
  });

  it("are those behind the last one that was rewritten, whoever held others meanwhile", async () => {
    const { file, deals } = await stopped();
    const table = `record_partitions.${partitionOf(deals)}`;
    await fill(
      `INSERT INTO records (entity_id, id, data, version)
       SELECT $1, md5(n::text)::uuid, jsonb_build_object('name', 'Deal ' || n), gen_random_uuid() FROM generate_series(1, 999) n`,
      [deals],
    );
    const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await holder.connect();
    const [first] = await query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1`);
    await holder.query("BEGIN");
    await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [first?.id]);
    const run = (onProgress: (progress: Progress) => void) =>
      applyConfiguration(parseDocument(file), { mode: "prune", actor: "test", onProgress });
    const former = async () => {
      const [row] = await query<{ ids: string[] }>(
        `SELECT array_agg(id ORDER BY id) AS ids FROM ${table} WHERE data ? 'name'`,
      );
      return row?.ids ?? [];
    };
    const stopAt = (count: number) => (progress: Progress) => {
      if (progress.step === "records" && progress.done === count) throw new Error("stopped");
    };
    await expect(run(stopAt(250))).rejects.toThrow("stopped");
    expect(await former()).toHaveLength(751);
    expect((await former())[0]).toBe(first?.id);
    await holder.end();
    await expect(run(stopAt(500))).rejects.toThrow("stopped");
    expect(await former()).toHaveLength(500);

    // Not looked at again.
    const [last] = await query<{ id: string }>(
      `UPDATE ${table} SET data = data || '{"name": "as it was"}' WHERE id = $1 RETURNING id`,
      [first?.id],
    );
    const done: number[] = [];
    await run((progress) => progress.step === "records" && done.push(progress.done));
    expect(done).toEqual([750, 1_000, 1_000]);
    expect(await former()).toEqual([last?.id]);
  });

  it("are read in both shapes until then, also under a policy that somebody changes meanwhile", async () => {
    const { organizationId, reshaping } = await stopped();
    const { tokenPolicy, entities } = await loadCurrentConfiguration(organizationId);
    expect(entities.get("deals")?.reshaping).toEqual(reshaping.deals);
    const to = { ...tokenPolicy, requirePurpose: true };
    await changeTokenPolicy(organizationId, { from: tokenPolicy, to }, { actor: "test" });
    expect(await reshapingOf(organizationId)).toEqual([{ reshaping }]);
  });
});

describe("an index of which only half is there", () => {
  const setUnique = (file: ExampleFile) => Object.assign(field(file, "accounts", "note"), { unique: true });

  it("is built anew where it is wanted, and dropped where it is not", async () => {
    const { file, id } = await applied(setUnique);
    const accounts = await id("accounts");
    const half = () =>
      query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_index WHERE NOT indisvalid AND indrelid = to_regclass($1)`,
        [`record_partitions.${partitionOf(accounts)}`],
      );
    const halve = () =>
      query(
        `UPDATE pg_index SET indisvalid = FALSE
          WHERE indrelid = to_regclass($1) AND indexrelid::regclass::text LIKE '%_unique_%'`,
        [`record_partitions.${partitionOf(accounts)}`],
      );
    await halve();
    expect(await half()).toEqual([{ count: 1 }]);
    await apply(file);
    expect(await half()).toEqual([{ count: 0 }]);
    expect((await indexesOf(accounts)).filter((index) => index.includes("sha256"))).toHaveLength(1);

    await halve();
    delete field(file, "accounts", "note").unique;
    await apply(file);
    expect(await half()).toEqual([{ count: 0 }]);
    expect((await indexesOf(accounts)).filter((index) => index.includes("sha256"))).toEqual([]);
  });
});
