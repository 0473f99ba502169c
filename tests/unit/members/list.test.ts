/** The members of one organization, with their state and the number of their tokens that stand. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { countListed, listMembers, type MemberPage, type MemberSearch } from "@/lib/members/list";
import { setMemberActive } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/change/create";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { memberWith } from "../../support/member";
import { openTestDatabase, query } from "../configuration/database";
import type { ExampleFile } from "../configuration/example";
import { BY, openOwners, REQUEST } from "../tokens/owners";

openTestDatabase();

describe("the list of members", () => {
  it("is sorted by name, with roles, state and live tokens", async () => {
    const { ada, ben, organizationId } = await openOwners((file) => {
      file.members.push({ email: "zoe@acme.test", name: "amy", roles: ["sales"], active: false });
    });
    await openOwners();
    const [standing, revoked, expired] = [
      await createToken(ada, REQUEST, BY),
      await createToken(ada, REQUEST, BY),
      await createToken(ada, REQUEST, BY),
    ];
    await createToken(ben, REQUEST, BY);
    await revokeToken({ tokenId: revoked.id, visibility: null }, BY);
    await query("UPDATE tokens SET expires = now() WHERE id = $1", [expired.id]);
    await setMemberActive({ member: ben, active: false }, BY);
    expect(standing.expires).toBeNull();
    const members = (await listMembers({ organizationId })).members;
    const usual = { admin: false, active: false, kind: "person", managedBy: "file", keepers: [], isInvited: false };
    const unseen = { lastSeen: null, hasSecondFactor: false };
    const sales = { ...usual, ...unseen, roles: ["Sales"] };
    expect(members.map(({ id, ...member }) => member)).toEqual([
      { ...sales, name: "Ada", email: "ada@acme.test", admin: true, active: true, currentTokens: 1 },
      { ...sales, name: "amy", email: "zoe@acme.test", currentTokens: 0 },
      { ...sales, name: "Ben", email: "ben@acme.test", roles: [], currentTokens: 1 },
    ]);
    expect(members[0]?.id).toBe(ada.id);
  });

  it("comes in pages of fifty, by name as people order them, forward and back", async () => {
    const { organizationId } = await openOwners((file) => {
      for (let place = 1; place <= 118; place += 1) {
        file.members.push({ email: `guest.${place}@acme.test`, name: `Guest ${place}`, roles: [] });
      }
    });
    const ends = (page: MemberPage) => [page.members[0]?.name, page.members.at(-1)?.name, page.before, page.found];
    const first = await listMembers({ organizationId });
    const second = await listMembers({ organizationId }, first.next);
    const third = await listMembers({ organizationId }, second.next);
    expect([first, second, third].map(ends)).toEqual([
      ["Ada", "Guest 48", 0, 120],
      ["Guest 49", "Guest 98", 50, 120],
      ["Guest 99", "Guest 118", 100, 120],
    ]);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await listMembers({ organizationId }, third.previous);
    expect(back).toEqual(second);
    expect(await listMembers({ organizationId }, back.previous)).toEqual(first);
    // One row before it is less than a page.
    const almost = await listMembers({ organizationId }, { id: first.members[1]?.id ?? "", way: "back" });
    expect(almost).toEqual(first);
    await query("DELETE FROM members WHERE id = $1", [second.members[49]?.id]);
    expect(ends(await listMembers({ organizationId }, second.next))).toEqual(["Ada", "Guest 48", 0, 119]);
  });

  it("is searched by words of names and addresses, and narrowed to accounts, their keepers, and who lacks a factor", async () => {
    const account = (name: string, keepers: string[]) => ({
      email: `${name.replace(" ", ".")}@acme.test`,
      name,
      roles: [],
      keepers,
    });
    const { organizationId } = await openOwners((file) => {
      file.members.push(
        { email: "zoe@sales.test", name: "Zoë O’Hara", roles: [] },
        { ...account("Sync 10", ["ben@acme.test"]), kind: "service" },
        { ...account("Sync 2", []), kind: "service" },
      );
    });
    const names = async (search: Omit<MemberSearch, "organizationId">) =>
      (await listMembers({ organizationId, ...search })).members.map(({ name }) => name);
    expect(await names({ text: "ZOË sales" })).toEqual(["Zoë O’Hara"]);
    expect(await names({ text: "acme sync" })).toEqual(["Sync 2", "Sync 10"]);
    expect(await names({ text: "zoë acme" })).toEqual([]);
    expect(await names({ text: "_%" })).toEqual([]);
    expect(await names({ accounts: { keeper: null } })).toEqual(["Sync 2", "Sync 10"]);
    expect(await names({ accounts: { keeper: "ben@acme.test" } })).toEqual(["Sync 10"]);
    expect(await names({ accounts: { keeper: "ada@acme.test" } })).toEqual([]);
    expect(await names({ lacking: "members" })).toEqual(["Ada", "Ben", "Zoë O’Hara"]);
    expect(await names({ lacking: "administrators" })).toEqual(["Ada"]);
    expect(await names({ lacking: "administrators", text: "ben" })).toEqual([]);
    expect(await countListed({ organizationId })).toEqual({ found: 5, active: 5 });
  });

  it("tells who has a second factor, of the account that opens this organization", async () => {
    const email = (name: string) => `${name}.${randomBytes(4).toString("hex")}@acme.test`;
    const [on, off, elsewhere, invited, service] = ["on", "off", "elsewhere", "invited", "service"].map(email);
    const emails = [on, off, elsewhere, invited, service] as string[];
    const { organizationId } = await openOwners((file) => {
      for (const each of emails) file.members.push({ email: each, name: each, roles: [] });
    });
    const other = await openOwners();
    for (const each of emails) {
      await query(
        "INSERT INTO users (id, name, email, updated_at, second_factor_since) VALUES ($1, 'x', $1, now(), now())",
        [each],
      );
    }
    await query("UPDATE users SET second_factor_since = NULL WHERE email = $1", [off]);
    await query("UPDATE users SET only_organization_id = $2 WHERE email = $1", [on, organizationId]);
    await query("UPDATE users SET only_organization_id = $2 WHERE email = $1", [elsewhere, other.organizationId]);
    await query("UPDATE members SET active = FALSE, invited = now() WHERE email = $1", [invited]);
    await query("UPDATE members SET kind = 'service' WHERE email = $1", [service]);
    const told = new Map(
      (await listMembers({ organizationId })).members.map((member) => [member.email, member.hasSecondFactor]),
    );
    expect(emails.map((each) => told.get(each))).toEqual([true, false, false, null, null]);
  });

  it("tells when somebody was last seen here, and nothing of elsewhere", async () => {
    const email = (name: string) => `${name}.${randomBytes(4).toString("hex")}@acme.test`;
    const [here, both] = [email("here"), email("both")];
    const add =
      (...emails: string[]) =>
      (file: ExampleFile) => {
        for (const each of emails) file.members.push({ email: each, name: each, roles: [] });
      };
    const { organizationId } = await openOwners(add(here, both));
    await openOwners(add(both));
    for (const each of [here, both]) {
      await query("INSERT INTO users (id, name, email, updated_at) VALUES ($1, 'x', $1, now())", [each]);
      await query(
        `INSERT INTO sessions (id, token, user_id, expires_at, created_at, updated_at)
         VALUES ($1, $1, $1, now(), '2026-06-01T12:00:00Z', now())`,
        [each],
      );
    }
    const seen = new Map(
      (await listMembers({ organizationId })).members.map((member) => [member.email, member.lastSeen]),
    );
    expect([seen.get(here), seen.get(both)]).toEqual([new Date("2026-06-01T12:00:00Z"), null]);
    const member = await memberWith(organizationId, both);
    const { id } = await createToken(member, REQUEST, BY);
    await query(
      "INSERT INTO token_uses (token_id, last_used, last_used_address) VALUES ($1, '2026-06-02T12:00:00Z', 'x')",
      [id],
    );
    const again = (await listMembers({ organizationId })).members.find((listed) => listed.email === both);
    expect(again?.lastSeen).toEqual(new Date("2026-06-02T12:00:00Z"));
  });
});
