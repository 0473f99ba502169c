/** Members over whom the pages decide: the file says how they begin, and takes back what it names as its own. */
import { describe, expect, it } from "vitest";
import { diffConfiguration } from "@/lib/configuration/change/work";
import { exportConfiguration } from "@/lib/configuration/export";
import { parseDocument } from "@/lib/configuration/parse";
import { openOwners } from "../tokens/owners";
import { apply } from "./applied";
import { openTestDatabase, query } from "./database";
import type { ExampleFile } from "./example";

openTestDatabase();

type Entry = ExampleFile["members"][number];

const change = (organizationId: string, email: string, name: string) =>
  query("UPDATE members SET name = $3 WHERE organization_id = $1 AND email = $2", [organizationId, email, name]);

async function memberOf(organizationId: string, email: string) {
  const text = "SELECT name, active, managed_by, keepers FROM members WHERE organization_id = $1 AND email = $2";
  return (await query(text, [organizationId, email]))[0];
}

const entry = (file: ExampleFile, email: string) => file.members.find((each) => each.email === email) as Entry;

describe("a member whom the pages manage", () => {
  it("begins as the file says, and is left alone from then on", async () => {
    const { organizationId, file } = await openOwners(({ members }) => {
      members.push({ email: "pia@acme.test", name: "Pia", roles: ["sales"], managedBy: "pages" });
    });
    await change(organizationId, "pia@acme.test", "Pia Nowak");
    const applied = await apply(file);
    expect(applied.changes).toEqual([]);
    expect(applied.kept).toEqual([{ action: "keep", subject: "member pia@acme.test", note: "managed on the pages" }]);
    expect(await memberOf(organizationId, "pia@acme.test")).toMatchObject({ name: "Pia Nowak", managed_by: "pages" });
  });

  it("is taken over by a file that says so, and the difference shows it first", async () => {
    const { organizationId, file } = await openOwners(({ members }) => {
      members.push({ email: "pia@acme.test", name: "Pia", roles: [], managedBy: "pages" });
    });
    await change(organizationId, "pia@acme.test", "Pia Nowak");
    entry(file, "pia@acme.test").managedBy = "file";
    const { changes, kept } = await diffConfiguration(parseDocument(file), "keep data");
    expect(kept).toEqual([]);
    expect(changes).toEqual([
      { action: "change", subject: "member pia@acme.test", member: "name", from: "Pia Nowak", to: "Pia" },
      { action: "change", subject: "member pia@acme.test", member: "managedBy", from: "pages" },
    ]);
    await apply(file);
    expect(await memberOf(organizationId, "pia@acme.test")).toMatchObject({ name: "Pia", managed_by: "file" });
  });

  it("is exported as it is in force, and applying that changes nothing", async () => {
    const { organizationId, file } = await openOwners(({ organization, members }) => {
      organization.membersManagedBy = "pages";
      members.push({ email: "fil@acme.test", name: "Fil", roles: [], managedBy: "file" });
    });
    await change(organizationId, "ben@acme.test", "Benno");
    const exported = await exportConfiguration(file.organization.key);
    expect(exported?.members?.map(({ name, managedBy }) => [name, managedBy])).toEqual([
      ["Ada", undefined],
      ["Benno", undefined],
      ["Fil", "file"],
    ]);
    const again = await apply(exported);
    expect([again.changes, again.kept]).toEqual([[], []]);
  });

  it("does not count as missing from the file, as long as the pages can add members", async () => {
    const { organizationId, file } = await openOwners(({ organization }) => {
      organization.membersManagedBy = "pages";
    });
    const rest = { ...file, members: file.members.filter(({ email }) => email !== "ben@acme.test") };
    await apply(rest, "prune");
    expect(await memberOf(organizationId, "ben@acme.test")).toMatchObject({ active: true });
    await apply({ ...rest, organization: { ...file.organization, membersManagedBy: "file" } }, "prune");
    expect(await memberOf(organizationId, "ben@acme.test")).toMatchObject({ active: false });
  });
});

describe("keepers", () => {
  it("are the addresses of a service account, in lower case", async () => {
    const { organizationId, file } = await openOwners(({ members }) => {
      const keepers = ["Ben@acme.test"];
      members.push({ email: "sync@acme.test", name: "Sync", roles: [], kind: "service", keepers } as Entry);
    });
    expect(await memberOf(organizationId, "sync@acme.test")).toMatchObject({ keepers: ["ben@acme.test"] });
    const members = (await exportConfiguration(file.organization.key))?.members ?? [];
    expect(members.find(({ email }) => email === "sync@acme.test")).toMatchObject({ keepers: ["ben@acme.test"] });
  });
  it.each([
    [{ keepers: ["ada@acme.test"] }, "members[0].keepers: only a service account has keepers"],
    [{ kind: "service", keepers: ["me@acme.test"] }, "members[0].keepers[0]: an account is not its own keeper"],
    [
      { kind: "service", keepers: ["ada@acme.test", "ada@acme.test"] },
      'members[0].keepers[1]: "ada@acme.test" appears twice',
    ],
    [{ kind: "service", keepers: ["ada"] }, "members[0].keepers[0]: must be an e-mail address"],
    [{ managedBy: "everybody" }, "members[0].managedBy: "],
  ])("%j are refused", (more, message) => {
    const member = { email: "me@acme.test", name: "Me", roles: [], ...more };
    const file = { organization: { key: "acme", name: "Acme" }, entities: [], members: [member] };
    expect(() => parseDocument(file)).toThrow(message);
  });
});
