/** Service accounts own tokens and cannot sign in; what somebody who leaves has set up goes to one. */
import { describe, expect, it } from "vitest";
import { MAX_CURRENT_TOKENS } from "@/lib/limits";
import { handOverOnPages, handOverTokens, listReceivers, previewHandOver } from "@/lib/members/hand-over";
import type { Member } from "@/lib/model";
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { findCredentials, setPassword } from "@/lib/store/people/credentials";
import { listActiveMemberships } from "@/lib/store/people/members";
import { createToken } from "@/lib/tokens/change/create";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { listAllTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { memberWith } from "../../support/member";
import { apply } from "../configuration/applied";
import { openTestDatabase, query } from "../configuration/database";
import type { ExampleFile } from "../configuration/example";
import { BY, eventsOf, openOwners, openSession, storeTokens } from "../tokens/owners";

process.env.APP_URL = "http://localhost:3000";
openTestDatabase();

const EMAIL = "sync@acme.test";
const service =
  (roles: string[] = ["sales"]) =>
  (file: ExampleFile) => {
    file.members.push({ email: EMAIL, name: "Sync", roles, kind: "service" } as ExampleFile["members"][number]);
  };

async function openAccount(roles?: string[]) {
  const owners = await openOwners(service(roles));
  const account = await memberWith(owners.organizationId, EMAIL);
  return { ...owners, account };
}

const newToken = (owner: Member, more: object = {}) =>
  createToken(owner, { name: "Nightly", purpose: "", expires: null, scopes: null, ...more }, BY);

describe("a service account", () => {
  it("has no membership to sign in to, whatever it was given", async () => {
    const { account } = await openAccount();
    await setPassword({ member: account, email: EMAIL, passwordHash: "hash", actor: "test" });
    await makeSignInLink(account, { actor: "test" });
    expect(await listActiveMemberships(EMAIL)).toEqual([]);
    expect((await findCredentials(EMAIL))?.isMember).toBe(false);
  });

  it("that was a person is signed out by the change", async () => {
    const { file, ben } = await openAccount();
    await setPassword({ member: ben, email: ben.email, passwordHash: "hash", actor: "test" });
    const sessions = () =>
      query("SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1", [ben.email]);
    // Other organizations of these tests have a member of this address, too: as people, they keep the session.
    await query("UPDATE members SET active = FALSE WHERE email = $1 AND id <> $2::uuid", [ben.email, ben.id]);
    await openSession(ben.email);
    expect(await sessions()).toHaveLength(1);
    const member = file.members.find(({ email }) => email === ben.email);
    Object.assign(member ?? {}, { kind: "service" });
    expect((await apply(file)).changes).toHaveLength(1);
    expect(await sessions()).toHaveLength(0);
  });
});

describe("whoever leaves", () => {
  it("hands over live tokens, which work on for the overlap", async () => {
    const { ada, account } = await openAccount();
    const limits = { allowedAddresses: ["10.0.0.0/8"], requestsPerMinute: 5 };
    const scopes = [{ entity: "deals", verbs: ["list"] }];
    const { id } = await newToken(ada, { scopes, ...limits });
    const now = Date.now();
    const [handed] = await handOverTokens({ from: ada, to: account, overlapSeconds: 86_400 }, BY);
    if (handed?.kind !== "handed over") throw new Error("the token was not handed over");
    expect(handed.tokenId).toBe(id);
    expect(handed.worksUntil.getTime() - now).toBeGreaterThan(86_300_000);
    expect(await listAllTokens(ownTokens(account))).toMatchObject([
      { id: handed.created.id, name: "Nightly", scopes, limits, state: "active", replaces: id },
    ]);
    expect(await listAllTokens(ownTokens(ada))).toMatchObject([{ id, state: "active", replacedBy: handed.created.id }]);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: "token.hand-over",
      details: { to: EMAIL, successor: handed.created.id },
    });
    expect(await handOverTokens({ from: ada, to: account, overlapSeconds: 0 }, BY)).toEqual([]);
  });

  it("hands over of a token for everything what they can do now", async () => {
    const { ada, account } = await openAccount();
    await newToken(ada);
    await handOverTokens({ from: ada, to: account, overlapSeconds: 0 }, BY);
    expect((await listAllTokens(ownTokens(account))).map(({ scopes }) => scopes)).toEqual([
      [
        { entity: "accounts", verbs: ["list"] },
        { entity: "deals", verbs: ["list", "create", "update"] },
      ],
    ]);
  });

  it("hands over nothing that the new owner cannot do: it stays as it is", async () => {
    const { ada, account } = await openAccount([]);
    const { id } = await newToken(ada, { scopes: [{ entity: "deals", verbs: ["list"] }] });
    expect(await previewHandOver(ada, account)).toMatchObject([
      { token: { id }, obstacle: 'Sync cannot do what it does: the owner does not have list on "deals".' },
    ]);
    expect(await handOverTokens({ from: ada, to: account, overlapSeconds: 0 }, BY)).toEqual([
      { tokenId: id, name: "Nightly", kind: "refused", reason: 'scopes: the owner does not have list on "deals"' },
    ]);
    expect(await listAllTokens(ownTokens(ada))).toMatchObject([{ id, state: "active", replacedBy: null }]);
    expect(await listAllTokens(ownTokens(account))).toEqual([]);
  });
});

describe("a hand-over", () => {
  it("has a preview: what moves, and what has already been rotated", async () => {
    const { ada, account } = await openAccount();
    const rotated = await newToken(ada);
    const plain = await newToken(ada, { name: "Plain" });
    await rotateToken({ tokenId: rotated.id, visibility: ownTokens(ada), overlapSeconds: 3600 }, BY);
    const previews = await previewHandOver(ada, account);
    const rotatedBefore = "This token has been rotated. Hand over its successor instead.";
    expect(previews.map(({ token, obstacle }) => [token.id === rotated.id, obstacle])).toEqual(
      expect.arrayContaining([
        [true, rotatedBefore],
        [false, null],
      ]),
    );
    expect(previews).toHaveLength(3);
    expect((await handOverTokens({ from: ada, to: account, overlapSeconds: 0, tokenIds: [plain.id] }, BY)).length).toBe(
      1,
    );
    expect((await previewHandOver(ada, account)).map(({ token }) => token.id)).not.toContain(plain.id);
  });

  it("counts the tokens of the new owner, not of who leaves", async () => {
    const { ada, account } = await openAccount();
    const { id } = await newToken(ada);
    await storeTokens(ada, MAX_CURRENT_TOKENS - 1);
    const [handed] = await handOverTokens({ from: ada, to: account, overlapSeconds: 3600, tokenIds: [id] }, BY);
    expect(handed?.kind).toBe("handed over");
    await query("UPDATE tokens SET member_id = $2 WHERE member_id = $1 AND name = 'many'", [ada.id, account.id]);
    const { id: next } = await newToken(ada);
    const [refused] = await handOverTokens({ from: ada, to: account, overlapSeconds: 3600, tokenIds: [next] }, BY);
    expect(refused).toMatchObject({
      kind: "refused",
      reason: expect.stringMatching(/^name: the owner already has 1000 tokens/),
    });
  });

  it("goes on the pages to service accounts and to oneself, and to nobody whose secrets one would see", async () => {
    const { ada, ben, account, organizationId } = await openAccount();
    const others = await openAccount();
    expect((await listReceivers(ben, ada)).map(({ id }) => id)).toEqual([account.id, ada.id]);
    const { id } = await newToken(ada, { scopes: [{ entity: "deals", verbs: ["list"] }] });
    const asked = { memberId: ada.id, tokenIds: [id], overlapSeconds: 0 as const };
    for (const toId of [ben.id, ada.id, others.account.id]) {
      expect((await handOverOnPages({ ...asked, toId }, ada, BY)).kind).toBe("refused");
    }
    expect((await handOverOnPages({ ...asked, toId: others.account.id }, others.ada, BY)).kind).toBe("refused");
    expect(await listAllTokens({ organizationId })).toHaveLength(1);
    const done = await handOverOnPages({ ...asked, toId: account.id }, ada, BY);
    expect(done).toMatchObject({ kind: "done", handed: [{ tokenId: id, kind: "handed over" }] });
  });

  it("leaves alone tokens that are not of the member who is named", async () => {
    const { ada, ben, account } = await openAccount();
    const { id } = await newToken(ada);
    const asked = { memberId: ben.id, toId: account.id, tokenIds: [id], overlapSeconds: 0 as const };
    expect(await handOverOnPages(asked, ada, BY)).toMatchObject({ kind: "done", handed: [] });
  });
});
