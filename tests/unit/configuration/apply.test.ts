/** Putting a file into force: whole, and once, however often and by however many it is applied. */
import { describe, expect, it } from "vitest";
import { applyConfiguration } from "@/lib/configuration/apply";
import { formatChange } from "@/lib/configuration/change/diff";
import { exportConfiguration } from "@/lib/configuration/export";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { parseDocument } from "@/lib/configuration/parse";
import { applied, apply, entity, field, newKey, versionOf } from "./applied";
import { indexesOf, openTestDatabase, query } from "./database";
import { exampleFile } from "./example";

openTestDatabase();

describe("a new organization", () => {
  it("has its entities, members and first version, and says so", async () => {
    const file = exampleFile(newKey());
    const { organizationId, version, changes, kept } = await apply(file);
    expect({ version, kept, changes: changes.map(formatChange) }).toEqual({
      version: 1,
      kept: [],
      changes: [
        `+ organization ${file.organization.key}`,
        "+ entity accounts",
        "+ entity deals",
        "+ role sales",
        "+ member ada@acme.test",
      ],
    });
    const events = await query("SELECT actor, action, subject FROM audit_events WHERE organization_id = $1", [
      organizationId,
    ]);
    expect(events).toEqual([{ actor: "test", action: "configuration.apply", subject: "version 1" }]);
  });

  it("has the indexes that the file asks for", async () => {
    const { id } = await applied((file) => {
      entity(file, "accounts").uniqueLabel = true;
    });
    expect(await indexesOf(await id("accounts"))).toEqual([
      "UNIQUE btree (entity_id, id)",
      "UNIQUE btree (label_key)",
      "btree (created DESC, id DESC)",
      "gin (search_text gin_trgm_ops)",
    ]);
    expect(await indexesOf(await id("deals"))).toEqual([
      "UNIQUE btree (entity_id, id)",
      "btree ((((data ->> 'amount'::text))::double precision), created DESC, id DESC)",
      "btree ((((data ->> 'amount'::text))::double precision), id, ((data ->> 'stage'::text)) COLLATE \"C\")",
      "btree (((data ->> 'stage'::text)) COLLATE \"C\", created DESC, id DESC)",
      "btree (((data ->> 'stage'::text)) COLLATE \"C\", id)",
      "btree (created DESC, id DESC)",
      "btree (parent_id)",
      "gin (search_text gin_trgm_ops)",
    ]);
  });
});

describe("applying again", () => {
  it("changes nothing and leaves no trace", async () => {
    const { file, key, organizationId } = await applied();
    const { changes, version } = await apply(file);
    expect({ changes, version, stored: await versionOf(key) }).toEqual({ changes: [], version: 1, stored: 1 });
    const events = await query("SELECT FROM audit_events WHERE organization_id = $1", [organizationId]);
    expect(events).toHaveLength(1);
  });

  it("changes nothing when it is what export printed", async () => {
    const { key } = await applied();
    const { changes, version } = await apply(await exportConfiguration(key), "prune");
    expect({ changes, version }).toEqual({ changes: [], version: 1 });
  });

  it("is possible with what export printed of a policy that once stored an empty list of addresses", async () => {
    const file = exampleFile(newKey());
    const document = parseDocument({ ...file, organization: { ...file.organization, tokenPolicy: {} } });
    Object.assign(document.organization.tokenPolicy ?? {}, { allowedAddresses: [] });
    await applyConfiguration(document, { mode: "keep data", actor: "test" });
    const exported = await exportConfiguration(file.organization.key);
    expect(exported?.organization.tokenPolicy).not.toHaveProperty("allowedAddresses");
    expect(() => parseDocument(exported)).not.toThrow();
  });

  it("changes nothing if exported after a role was removed and its members stayed", async () => {
    const { file, key } = await applied();
    await apply({ ...file, roles: [], members: [] });
    const exported = await exportConfiguration(key);
    expect(exported?.members).toEqual([{ email: "ada@acme.test", name: "Ada", roles: [], admin: true, active: true }]);
    const { changes, version } = await apply(exported, "prune");
    expect({ changes, version }).toEqual({ changes: [], version: 2 });
  });

  it("by several at once makes one version", async () => {
    const file = exampleFile(newKey());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => apply(file)));
    expect(outcomes.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(outcomes.filter(({ changes }) => changes.length > 0)).toHaveLength(1);
  });

  it("of different files at once gives each its own version", { timeout: 60_000 }, async () => {
    // Often enough that one is applied at each moment of another: none of them may be undone.
    for (let round = 0; round < 10; round += 1) {
      const { file, key } = await applied();
      const names = ["One", "Two", "Three"];
      await Promise.all(names.map((name) => apply({ ...file, organization: { key, name } })));
      expect(await versionOf(key)).toBe(4);
    }
  });

  it("adds a version for a change, and keeps the former", async () => {
    const { file, key, organizationId } = await applied();
    field(file, "deals", "amount").indexed = false;
    const { changes, version } = await apply(file);
    expect(version).toBe(2);
    expect(changes.map(formatChange)).toEqual(["~ entity deals, field amount: indexed: true → false"]);
    expect(await versionOf(key)).toBe(2);
    const versions = await query("SELECT version FROM configurations WHERE organization_id = $1 ORDER BY 1", [
      organizationId,
    ]);
    expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
    const { entities } = await loadCurrentConfiguration(organizationId);
    expect(entities.get("deals")?.fields.get("amount")?.indexed).toBe(false);
  });
});

describe("members", () => {
  const BEN = { email: "ben@acme.test", name: "Ben", roles: [] };

  async function membersOf(key: string) {
    const { members = [] } = (await exportConfiguration(key)) ?? {};
    return members.map(({ email, active }) => `${email} ${active ? "active" : "inactive"}`);
  }

  it("who are not in the file are deactivated when pruned", async () => {
    const { file, key } = await applied();
    await apply({ ...file, members: [BEN] }, "prune");
    expect(await membersOf(key)).toEqual(["ada@acme.test inactive", "ben@acme.test active"]);
  });

  it("all stay when the file does not mention members, pruned or not", async () => {
    const { file, key } = await applied();
    const { members, ...rest } = file;
    await apply(rest, "prune");
    expect(members).toHaveLength(1);
    expect(await membersOf(key)).toEqual(["ada@acme.test active"]);
  });

  it("stay inactive unless the file says that they are active", async () => {
    const { file, key, organizationId } = await applied();
    await query("UPDATE members SET active = FALSE WHERE organization_id = $1", [organizationId]);
    await apply(file);
    expect(await membersOf(key)).toEqual(["ada@acme.test inactive"]);
    for (const member of file.members) member.active = true;
    await apply(file);
    expect(await membersOf(key)).toEqual(["ada@acme.test active"]);
  });

  it("keep the key of a role that is removed, and get it back with the role, unless the file then says otherwise", async () => {
    const { file, key } = await applied();
    const rolesOfAda = async () => (await exportConfiguration(key))?.members?.[0]?.roles;
    await apply({ ...file, roles: [], members: [] });
    expect(await rolesOfAda()).toEqual([]);
    await apply({ ...file, members: [] });
    expect(await rolesOfAda()).toEqual(["sales"]);

    await apply({ ...file, roles: [], members: [] });
    const exported = await exportConfiguration(key);
    const { changes } = await apply({ ...exported, roles: file.roles });
    expect(changes.map(formatChange)).toEqual(["+ role sales", '~ member ada@acme.test: roles: -"sales"']);
    expect(await rolesOfAda()).toEqual([]);
  });

  it("lose a role removed in the same file for good, if the file says so", async () => {
    const { file, key } = await applied();
    const [ada] = file.members;
    const { changes } = await apply({ ...file, roles: [], members: ada === undefined ? [] : [{ ...ada, roles: [] }] });
    expect(changes.map(formatChange)).toContain('~ member ada@acme.test: roles: -"sales"');
    await apply({ ...file, members: [] });
    expect((await exportConfiguration(key))?.members?.[0]?.roles).toEqual([]);
  });

  it("change without a new version of the configuration", async () => {
    const { file, key } = await applied();
    const { version, changes } = await apply({ ...file, members: [{ ...BEN, admin: true }] });
    expect([version, changes.map(formatChange), await versionOf(key)]).toEqual([1, ["+ member ben@acme.test"], 1]);
  });
});
