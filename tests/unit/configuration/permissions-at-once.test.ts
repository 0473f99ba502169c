/** A file that changes permissions or members alone is in force at once, beside an apply that takes long, and stays in force. */
import { expect, it } from "vitest";
import { formatChange } from "@/lib/configuration/change/diff";
import type { StoredDocument } from "@/lib/configuration/schema";
import { applied, apply, documentOf, entity, field, versionOf } from "./applied";
import { fillAccounts, indexesOf, openTestDatabase, partitionOf, query } from "./database";
import type { ExampleFile } from "./example";
import { start, startHeld } from "./long-apply";

openTestDatabase();

const RECORDS = 10;

async function filled() {
  const setting = await applied();
  await fillAccounts(await setting.id("accounts"), RECORDS);
  return setting;
}

const withoutCreate = (file: ExampleFile): ExampleFile => {
  const changed = structuredClone(file);
  changed.roles[0]?.grants.splice(0, 1, { entity: "deals", verbs: ["list"] });
  return changed;
};
/** Accounts are rewritten, and the apply then needs a lock of deals. */
function renameNote(file: ExampleFile): void {
  Object.assign(field(file, "accounts", "note"), { key: "remark", was: "note" });
  entity(file, "deals").fields.push({ key: "later", type: "text" });
}
const verbsOnDeals = ({ roles = [] }: StoredDocument) => roles[0]?.grants[0]?.verbs;
const fieldsOf = ({ entities }: StoredDocument) => entities[0]?.fields.map(({ key }) => key);

it("a permission taken away is in force while records are rewritten, and after it", async () => {
  const { file, key, id } = await filled();
  const taken = withoutCreate(file);
  renameNote(file);
  const long = await startHeld(file, await id("deals"));

  const { version, changes } = await apply(taken);
  expect(version).toBe(2);
  expect(changes.map(formatChange)).toHaveLength(1);
  expect(verbsOnDeals(await documentOf(key))).toEqual(["list"]);

  expect((await long.goOn()).version).toBe(3);
  const after = await documentOf(key);
  expect(verbsOnDeals(after)).toEqual(["list"]);
  expect(fieldsOf(after)).toEqual(["name", "parent", "remark"]);
  const rows = await query(`SELECT FROM record_partitions.${partitionOf(await id("accounts"))} WHERE data ? 'remark'`);
  expect(rows).toHaveLength(RECORDS);
});

it("a row scope that needs an index is in force at once, and the index is built afterwards", async () => {
  const { file, key, id } = await filled();
  const narrowed = structuredClone(file);
  renameNote(file);
  const long = await startHeld(file, await id("deals"));
  const own = { entity: "accounts", verbs: ["list"], where: ["createdBy", "eq", "$member.id"] };
  narrowed.roles[0]?.grants.splice(2, 1, own);
  const waiting = await start(narrowed, "waiting");
  expect((await documentOf(key)).roles?.[0]?.grants[2]).toEqual(own);
  await long.goOn();
  // The one that it waited for came into force after it.
  expect([(await waiting.over).version, await versionOf(key)]).toEqual([3, 3]);
  expect(await indexesOf(await id("accounts"))).toContain("btree (created_by, created DESC, id DESC)");
});
