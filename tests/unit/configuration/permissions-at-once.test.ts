/** A file that changes permissions or members alone is in force at once, beside an apply that takes long, and stays in force. */
import { describe, expect, it } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import { formatChange } from "@/lib/configuration/change/plan/diff";
import { parseDocument } from "@/lib/configuration/parse";
import type { StoredDocument } from "@/lib/configuration/schema";
import { applied, apply, entity, field, versionOf } from "./applied";
import { fill, indexesOf, openTestDatabase, query } from "./database";
import type { ExampleFile } from "./example";
import { start, startHeld } from "./long-apply";

openTestDatabase();

/** More than are rewritten within the switch. */
const RECORDS = 1_100;

async function filled() {
  const setting = await applied();
  const accounts = await setting.id("accounts");
  await fill(
    `INSERT INTO records (entity_id, id, data, version)
     SELECT $1, md5(n::text)::uuid, jsonb_build_object('name', 'Name ' || n, 'parent', null, 'note', null), gen_random_uuid()
       FROM generate_series(1, $2::int) n`,
    [accounts, RECORDS],
  );
  return setting;
}

async function documentOf(key: string): Promise<{ document: StoredDocument; reshaping: unknown }> {
  const [row] = await query<{ document: StoredDocument; reshaping: unknown }>(
    `SELECT c.document, c.reshaping FROM organizations o
       JOIN configurations c ON c.organization_id = o.id AND c.version = o.configuration_version WHERE o.key = $1`,
    [key],
  );
  return row ?? expect.unreachable("no organisation");
}

const withoutCreate = (file: ExampleFile): ExampleFile => {
  const changed = structuredClone(file);
  changed.roles[0]?.grants.splice(0, 1, { entity: "deals", verbs: ["list"] });
  return changed;
};
/** All records are rewritten. */
const renameNote = (file: ExampleFile) =>
  Object.assign(field(file, "accounts", "note"), { key: "remark", was: "note" });
const verbsOnDeals = ({ roles = [] }: StoredDocument) => roles[0]?.grants[0]?.verbs;
const fieldsOf = ({ entities }: StoredDocument) => entities[0]?.fields.map(({ key }) => key);

describe("a permission taken away", () => {
  it("is in force while records are rewritten, which go on being read in both shapes", async () => {
    const { file, key } = await filled();
    renameNote(file);
    const long = await start(file, "draining");

    const { version, changes } = await apply(withoutCreate(file));
    expect(long.isOver()).toBe(false);
    expect(version).toBe(3);
    expect(changes.map(formatChange)).toHaveLength(1);
    const meanwhile = await documentOf(key);
    expect(verbsOnDeals(meanwhile.document)).toEqual(["list"]);
    expect(meanwhile.reshaping).toHaveProperty("accounts");

    expect((await long.over).version).toBe(4);
    const after = await documentOf(key);
    expect(verbsOnDeals(after.document)).toEqual(["list"]);
    expect(fieldsOf(after.document)).toEqual(["name", "parent", "remark"]);
    expect(after.reshaping).toBeNull();
  });

  it("does not come back with an apply that began before and switches after it, which says so", async () => {
    const { file, key, id } = await filled();
    const former = structuredClone(file);
    entity(file, "accounts").fields.push({ key: "later", type: "text", indexed: true });
    const long = await startHeld(file, await id("accounts"));

    const taken = withoutCreate(former);
    Object.assign(taken.members[0] ?? {}, { roles: [] });
    expect((await apply(taken)).version).toBe(2);

    const { kept } = await long.goOn();
    expect(kept.map(formatChange)).toEqual([
      "= role sales (changed by others meanwhile)",
      "= member ada@acme.test (changed by others meanwhile)",
    ]);
    const { document } = await documentOf(key);
    expect(verbsOnDeals(document)).toEqual(["list"]);
    expect(fieldsOf(document)).toContain("later");
    expect(
      await query(
        "SELECT role_keys FROM members WHERE email = 'ada@acme.test' AND organization_id = (SELECT id FROM organizations WHERE key = $1)",
        [key],
      ),
    ).toEqual([{ role_keys: [] }]);
  });
});

it("a row scope that needs an index is in force at once, and the index is built afterwards", async () => {
  const { file, key, id } = await filled();
  renameNote(file);
  const long = await start(file, "draining");
  const narrowed = structuredClone(file);
  const own = { entity: "accounts", verbs: ["list"], where: ["createdBy", "eq", "$member.id"] };
  narrowed.roles[0]?.grants.splice(2, 1, own);
  const waiting = await start(narrowed, "waiting");
  expect(long.isOver()).toBe(false);
  expect((await documentOf(key)).document.roles?.[0]?.grants[2]).toEqual(own);
  await long.over;
  expect((await waiting.over).changes.map(formatChange)).toHaveLength(1);
  expect(await indexesOf(await id("accounts"))).toContain("btree (created_by, created DESC, id DESC)");
});

it("a change of shapes waits for the apply before it", async () => {
  const { file, key } = await filled();
  renameNote(file);
  const long = await start(file, "draining");
  const more = withoutCreate(file);
  entity(more, "deals").fields.push({ key: "more", type: "text" });
  const waiting = await start(more, "waiting");
  expect(await versionOf(key)).toBe(2);
  await long.over;
  expect((await waiting.over).version).toBe(4);
});

it("an unfinished rewrite does not delay it, and is finished by the same apply", async () => {
  const { file, key, organizationId } = await filled();
  await query(
    `WITH stopped AS (
       INSERT INTO configurations (organization_id, version, document, reshaping, applied_by)
       SELECT organization_id, 2, document, '{"accounts": {"added": [], "removed": [], "renamed": {}, "options": {}}}', 'test'
         FROM configurations WHERE organization_id = $1 RETURNING organization_id)
     UPDATE organizations SET configuration_version = 2 WHERE id = (SELECT organization_id FROM stopped)`,
    [organizationId],
  );
  const versions: (number | undefined)[] = [];
  const { version, changes } = await applyConfiguration(parseDocument(withoutCreate(file)), {
    mode: "keep data",
    actor: "test",
    onProgress: ({ step }) => {
      if (step === "draining") void versionOf(key).then((now) => versions.push(now));
    },
  });
  expect(versions).toEqual([3]);
  expect(version).toBe(4);
  expect(changes.map(formatChange)).toHaveLength(1);
  expect((await documentOf(key)).reshaping).toBeNull();
});
