/** The members of one organisation, with their state and the number of their tokens that stand. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listMembers } from "@/lib/members/members";
import { findMemberByEmail, setMemberActive } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/create";
import { revokeToken } from "@/lib/tokens/revoke";
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
      },
    ]);
    expect(members[0]?.id).toBe(ada.id);
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
