/** The members of one organisation, with their state and the number of their tokens that stand. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listMembers } from "@/lib/members/members";
import { findMemberByEmail, setMemberActive } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/change/create";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { openTestDatabase, query } from "../configuration/database";
import type { ExampleFile } from "../configuration/example";
import { BY, openOwners } from "../tokens/owners";

openTestDatabase();

describe("the list of members", () => {
  it("is by name, with roles, state and standing tokens", async () => {
    const { ada, ben, organizationId } = await openOwners((file) => {
      file.members.push({ email: "zoe@acme.test", name: "amy", roles: ["sales"], active: false });
    });
    await openOwners();
    const request = { name: "Sync", purpose: "", expires: null, scopes: null };
    const [standing, revoked, expired] = [
      await createToken(ada, request, BY),
      await createToken(ada, request, BY),
      await createToken(ada, request, BY),
    ];
    await createToken(ben, request, BY);
    await revokeToken({ tokenId: revoked.id, visibility: null }, BY);
    await query("UPDATE tokens SET expires = now() WHERE id = $1", [expired.id]);
    await setMemberActive({ member: ben, active: false }, BY);
    expect(standing.expires).toBeNull();
    const members = await listMembers(organizationId);
    expect(members.map(({ id, ...member }) => member)).toEqual([
      {
        name: "Ada",
        email: "ada@acme.test",
        roles: ["Sales"],
        admin: true,
        active: true,
        kind: "person",
        managedBy: "file",
        isInvited: false,
        currentTokens: 1,
        lastSeen: null,
        hasSecondFactor: false,
      },
      {
        name: "amy",
        email: "zoe@acme.test",
        roles: ["Sales"],
        admin: false,
        active: false,
        kind: "person",
        managedBy: "file",
        isInvited: false,
        currentTokens: 0,
        lastSeen: null,
        hasSecondFactor: false,
      },
      {
        name: "Ben",
        email: "ben@acme.test",
        roles: [],
        admin: false,
        active: false,
        kind: "person",
        managedBy: "file",
        isInvited: false,
        currentTokens: 1,
        lastSeen: null,
        hasSecondFactor: false,
      },
    ]);
    expect(members[0]?.id).toBe(ada.id);
  });

  it("tells who has a second factor, of the account that opens this organisation", async () => {
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
    const told = new Map((await listMembers(organizationId)).map((member) => [member.email, member.hasSecondFactor]));
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
    const seen = new Map((await listMembers(organizationId)).map((member) => [member.email, member.lastSeen]));
    expect([seen.get(here), seen.get(both)]).toEqual([new Date("2026-06-01T12:00:00Z"), null]);
    const member = await findMemberByEmail(organizationId, both);
    if (member === null) throw new Error("the file has both");
    const { id } = await createToken(member, { name: "N", purpose: "", expires: null, scopes: null }, BY);
    await query(
      "INSERT INTO token_uses (token_id, last_used, last_used_address) VALUES ($1, '2026-06-02T12:00:00Z', 'x')",
      [id],
    );
    const again = (await listMembers(organizationId)).find((listed) => listed.email === both);
    expect(again?.lastSeen).toEqual(new Date("2026-06-02T12:00:00Z"));
  });
});
