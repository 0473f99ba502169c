/** Changing tokens that stand, against a real database: names within their limits, rights that only become fewer. */
import { describe, expect, it } from "vitest";
import { authenticate } from "@/lib/authentication/authenticate";
import { parseToken } from "@/lib/authentication/token-secret";
import { loadConfiguration } from "@/lib/configuration/load";
import type { Member, Scopes } from "@/lib/model";
import { type CreatedToken, createToken } from "@/lib/tokens/create";
import { narrowToken, renameToken } from "@/lib/tokens/edit";
import { listTokens } from "@/lib/tokens/list";
import { revokeToken } from "@/lib/tokens/revoke";
import { ownTokens } from "@/lib/tokens/visible-token";
import { openTestDatabase, query } from "../configuration/database";
import { BY, daysFromNow, eventsOf, openOwners, refusal } from "./owners";

openTestDatabase();

const make = (owner: Member, scopes: Scopes): Promise<CreatedToken> =>
  createToken(owner, { name: "Sync", purpose: "Nightly sync", expires: daysFromNow(30), scopes }, BY);

/** As the API finds them on the next request. */
async function verbsOnDeals(text: string): Promise<string[]> {
  const presented = parseToken(text);
  if (presented === null) throw new Error("the text is a token");
  const permissions =
    (await authenticate(presented, "192.0.2.7", loadConfiguration)).access.entity("deals")?.permissions ?? {};
  return Object.entries(permissions).flatMap(([verb, held]) => (held ? [verb] : []));
}

describe("renaming", () => {
  it("changes name and purpose, and keeps what they were in the audit log", async () => {
    const { ada } = await openOwners();
    const { id } = await make(ada, null);
    const visibility = ownTokens(ada);
    expect(await renameToken({ tokenId: id, visibility, name: " Import ", purpose: "" }, BY)).toEqual({
      kind: "changed",
      now: { name: "Import", purpose: "" },
    });
    expect((await listTokens(visibility))[0]).toMatchObject({ name: "Import", purpose: "" });
    expect((await eventsOf(id))[1]).toEqual({
      actor: "ada@acme.test",
      action: "token.rename",
      details: { before: { name: "Sync", purpose: "Nightly sync" }, after: { name: "Import", purpose: "" } },
      address: "192.0.2.7",
      request_id: "request-1",
    });
    expect(await renameToken({ tokenId: id, visibility, name: "Import", purpose: " " }, BY)).toEqual({
      kind: "unchanged",
      now: { name: "Import", purpose: "" },
    });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it.each([
    ["a name", { name: " " }, "name: say what the token is for, in a few words"],
    ["a short name", { name: "x".repeat(101) }, "name: must have at most 100 characters"],
    ["a short purpose", { purpose: "x".repeat(501) }, "purpose: must have at most 500 characters"],
    [
      "a name that turns nothing around",
      { name: "Harmless \u202e" },
      "name: must not hold invisible characters that turn the direction of text: type it anew instead of pasting it",
    ],
    ["a purpose of one line", { purpose: "a\u0000b" }, "purpose: must not hold control characters"],
    [
      "a purpose where the policy asks for one",
      { purpose: " " },
      "purpose: the organisation's policy asks what the token is for",
    ],
  ])("needs %s", async (_, change, message) => {
    const { ada } = await openOwners((file) => {
      file.organization.tokenPolicy = { requirePurpose: true };
    });
    const { id } = await make(ada, null);
    const renaming = { tokenId: id, visibility: ownTokens(ada), name: "Import", purpose: "Imports", ...change };
    expect(await refusal(renameToken(renaming, BY))).toBe(message);
    expect((await listTokens(ownTokens(ada)))[0]).toMatchObject({ name: "Sync", purpose: "Nightly sync" });
  });

  it("of one text leaves alone the other, which was changed elsewhere meanwhile", async () => {
    const { ada } = await openOwners();
    const target = { tokenId: (await make(ada, null)).id, visibility: ownTokens(ada) };
    const shown = { name: "Sync", purpose: "Nightly sync" };
    await renameToken({ ...target, name: "Import", purpose: "Nightly sync", shown }, BY);
    const now = { name: "Import", purpose: "Hourly sync" };
    expect(await renameToken({ ...target, name: "Sync", purpose: "Hourly sync", shown }, BY)).toEqual({
      kind: "changed",
      now,
    });
    expect((await listTokens(target.visibility))[0]).toMatchObject(now);
  });

  it("of a text that was changed elsewhere meanwhile writes nothing, and says what stands there", async () => {
    const { ada } = await openOwners();
    const target = { tokenId: (await make(ada, null)).id, visibility: ownTokens(ada) };
    const shown = { name: "Sync", purpose: "Nightly sync" };
    await renameToken({ ...target, name: "Import", purpose: "Nightly sync", shown }, BY);
    const now = { name: "Import", purpose: "Nightly sync" };
    expect(await renameToken({ ...target, name: "Export", purpose: "Hourly sync", shown }, BY)).toEqual({
      kind: "changed meanwhile",
      now,
    });
    expect((await listTokens(target.visibility))[0]).toMatchObject(now);
    expect(await eventsOf(target.tokenId)).toHaveLength(2);
    const again = { ...target, name: "Export", purpose: "Hourly sync", shown: now };
    expect(await renameToken(again, BY)).toEqual({ kind: "changed", now: { name: "Export", purpose: "Hourly sync" } });
  });

  it("leaves alone what has ended, and what is somebody else's", async () => {
    const { ada, ben } = await openOwners();
    const [revoked, expired, other] = [await make(ada, null), await make(ada, null), await make(ada, null)];
    await revokeToken({ tokenId: revoked.id, visibility: null }, BY);
    await query("UPDATE tokens SET expires = now() WHERE id = $1", [expired.id]);
    const rename = (tokenId: string, owner: Member) =>
      renameToken({ tokenId, visibility: ownTokens(owner), name: "Mine", purpose: "" }, BY);
    expect([await rename(revoked.id, ada), await rename(expired.id, ada), await rename(other.id, ben)]).toEqual([
      { kind: "not active" },
      { kind: "not active" },
      { kind: "unknown" },
    ]);
    expect((await listTokens(ownTokens(ada))).map(({ name }) => name)).toEqual(["Sync", "Sync", "Sync"]);
  });
});

describe("narrowing", () => {
  it("takes verbs and entities away, from the next request on", async () => {
    const { ada } = await openOwners();
    const scopes: Scopes = [
      { entity: "accounts", verbs: ["list"] },
      { entity: "deals", verbs: ["list", "create", "update"] },
    ];
    const { id, text } = await make(ada, scopes);
    const narrowed: Scopes = [
      { entity: "deals", verbs: ["list"] },
      { entity: "accounts", verbs: [] },
    ];
    expect(await narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes: narrowed }, BY)).toEqual({
      kind: "changed",
    });
    expect(await verbsOnDeals(text)).toEqual(["list"]);
    const after = [{ entity: "deals", verbs: ["list"] }];
    expect((await listTokens(ownTokens(ada)))[0]?.scopes).toEqual(after);
    expect((await eventsOf(id))[1]).toMatchObject({ action: "token.narrow", details: { before: scopes, after } });
  });

  it("makes a list of everything that the owner may do", async () => {
    const { ada } = await openOwners();
    const { id, text } = await make(ada, null);
    expect(await verbsOnDeals(text)).toEqual(["list", "create", "update"]);
    const scopes: Scopes = [{ entity: "deals", verbs: ["create"] }];
    expect(await narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes }, BY)).toEqual({ kind: "changed" });
    expect(await verbsOnDeals(text)).toEqual(["create"]);
  });

  it.each<[string, Scopes, NonNullable<Scopes>, string]>([
    [
      "a verb that it did not have",
      [{ entity: "deals", verbs: ["list"] }],
      [{ entity: "deals", verbs: ["list", "create"] }],
      'scopes: a token cannot be given more: create on "deals" takes a new token',
    ],
    [
      "an entity that it did not have",
      [{ entity: "deals", verbs: ["list"] }],
      [{ entity: "accounts", verbs: ["list"] }],
      'scopes: a token cannot be given more: list on "accounts" takes a new token',
    ],
    [
      "what the owner does not have, although it was for everything",
      null,
      [{ entity: "deals", verbs: ["delete"] }],
      'scopes: the owner does not have delete on "deals"',
    ],
    [
      "a further verb that it did not have",
      [{ entity: "deals", verbs: ["list", "update"] }],
      [{ entity: "deals", verbs: ["list", "approve"] }],
      'scopes: a token cannot be given more: approve on "deals" takes a new token',
    ],
    [
      "a further verb that the owner does not have, although it was for everything",
      null,
      [{ entity: "deals", verbs: ["list", "approve"] }],
      'scopes: the owner does not have approve on "deals"',
    ],
    [
      "nothing",
      [{ entity: "deals", verbs: ["list"] }],
      [{ entity: "deals", verbs: [] }],
      "scopes: leave at least one entity and verb, or revoke the token",
    ],
  ])("never leaves a token with %s", async (_, before, scopes, message) => {
    const { ada } = await openOwners();
    const { id } = await make(ada, before);
    expect(await refusal(narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes }, BY))).toBe(message);
    expect((await listTokens(ownTokens(ada)))[0]?.scopes).toEqual(before);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("takes a further verb away, and nothing with it", async () => {
    const { ada } = await openOwners((file) => {
      file.roles[0]?.grants.push({ entity: "deals", verbs: ["approve"] });
    });
    const before: Scopes = [{ entity: "deals", verbs: ["list", "update", "approve"] }];
    const { id } = await make(ada, before);
    const after: Scopes = [{ entity: "deals", verbs: ["list", "update"] }];
    expect(await narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes: after }, BY)).toEqual({
      kind: "changed",
    });
    expect((await listTokens(ownTokens(ada)))[0]?.scopes).toEqual(after);
    expect((await eventsOf(id))[1]).toMatchObject({ action: "token.narrow", details: { before, after } });
  });

  it("keeps what was granted and is no longer held: nothing is added by that", async () => {
    const { ada } = await openOwners();
    const scopes: Scopes = [{ entity: "deals", verbs: ["list", "create"] }];
    const { id } = await make(ada, scopes);
    await query("UPDATE members SET role_keys = '{}' WHERE id = $1", [ada.id]);
    const narrowed: Scopes = [{ entity: "deals", verbs: ["create"] }];
    expect(await narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes: narrowed }, BY)).toEqual({
      kind: "changed",
    });
  });

  it("to what it has changes nothing and is noted nowhere", async () => {
    const { ada } = await openOwners();
    const { id } = await make(ada, [{ entity: "deals", verbs: ["list", "create"] }]);
    const scopes: Scopes = [
      { entity: "deals", verbs: ["create"] },
      { entity: "deals", verbs: ["list"] },
    ];
    expect(await narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes }, BY)).toEqual({ kind: "unchanged" });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("by several at once leaves what the last one wanted of what the first one left", async () => {
    const { ada } = await openOwners();
    const { id } = await make(ada, [{ entity: "deals", verbs: ["list", "create", "update"] }]);
    const verbs = ["list", "create", "update"] as const;
    const outcomes = await Promise.all(
      verbs.map((verb) =>
        refusal(
          narrowToken({ tokenId: id, visibility: ownTokens(ada), scopes: [{ entity: "deals", verbs: [verb] }] }, BY),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect((await listTokens(ownTokens(ada)))[0]?.scopes).toEqual([
      { entity: "deals", verbs: [verbs[outcomes.indexOf("done")]] },
    ]);
  });
});
