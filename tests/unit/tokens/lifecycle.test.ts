/** Making, listing and revoking tokens against a real database: what policy and rights refuse, and what is kept. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseToken } from "@/lib/authentication/token-secret";
import { MAX_CURRENT_TOKENS } from "@/lib/limits";
import type { Member, OrganizationPolicy, Scopes } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { createToken, createTokenOnce } from "@/lib/tokens/change/create";
import { revokeToken, revokeTokens } from "@/lib/tokens/change/revoke";
import { listActiveTokens, listAllTokens } from "@/lib/tokens/read/list";
import { memberWith } from "../../support/member";
import { openTestDatabase, query } from "../configuration/database";
import { BY, openOwners, refusal, storeTokens } from "./owners";

openTestDatabase();

const NOW = new Date("2026-06-01T12:00:00Z");
const IN_A_DAY = new Date("2026-06-02T12:00:00Z");
const ACTOR = { actor: "test", now: NOW };
const REQUEST = { name: "Sync", purpose: "Nightly sync", expires: IN_A_DAY, scopes: null };

/** The example's member, who holds list, create and a scoped update on deals, and list on accounts. */
async function newOwner(tokenPolicy?: Partial<OrganizationPolicy>): Promise<Member> {
  const { ada } = await openOwners((file) => {
    if (tokenPolicy !== undefined) file.organization.tokenPolicy = tokenPolicy;
  });
  return ada;
}

describe("a new token", () => {
  it("is well-formed, and only the hash of its secret is kept", async () => {
    const owner = await newOwner();
    const { id, text, hint, expires } = await createToken(owner, { ...REQUEST, name: " Sync " }, ACTOR);
    expect(parseToken(text)?.id).toBe(id);
    expect(hint).toBe(`service_v1_${id.slice(0, 4)}…${id.slice(-4)}`);
    expect(expires).toEqual(IN_A_DAY);
    const [row] = await query<Record<string, unknown>>("SELECT * FROM tokens WHERE id = $1", [id]);
    const asked = { name: "Sync", purpose: "Nightly sync", member_id: owner.id };
    expect(row).toMatchObject({ ...asked, scopes: null, revoked: null });
    expect(row?.secret_hash).toEqual(createHash("sha256").update(text.slice(-49)).digest());
  });

  it("leaves an audit event, without its secret", async () => {
    const owner = await newOwner();
    const scopes: Scopes = [{ entity: "deals", verbs: ["list"] }];
    const { id } = await createToken(owner, { ...REQUEST, scopes }, ACTOR);
    const events = await query("SELECT actor, action, details FROM audit_events WHERE subject = $1", [id]);
    const details = { memberId: owner.id, name: "Sync", scopes, expires: "2026-06-02T12:00:00.000Z" };
    expect(events).toEqual([{ actor: "test", action: "token.create", details }]);
  });

  const notHeld = (verbs: string, entity: string) => `scopes: the owner does not have ${verbs} on "${entity}"`;

  it.each<[name: string, change: object, message: string, policy?: Partial<OrganizationPolicy>]>([
    ["a name", { name: "  " }, "name: say what the token is for, in a few words"],
    ["a short name", { name: "x".repeat(101) }, "name: must have at most 100 characters"],
    [
      "a name without a token",
      { name: `service_v1_${"0".repeat(22)}_${"a".repeat(49)}` },
      "name: must not contain a token, or a part of one: names and purposes are stored and shown in clear. Take it out; if others have seen it, revoke that token",
    ],
    ["a short purpose", { purpose: "x".repeat(501) }, "purpose: must have at most 500 characters"],
    ["an expiry to come", { expires: NOW }, "expires: lies in the past"],
    [
      "an expiry within the policy",
      { expires: new Date("2027-06-02T12:00:00.001Z") },
      "expires: the organization's policy allows 366 days at most",
    ],
    [
      "an expiry where the policy asks for one",
      { expires: null },
      "expires: the organization's policy requires an expiry",
      { allowNeverExpiring: false },
    ],
    [
      "a purpose where the policy asks for one",
      { purpose: " " },
      "purpose: the organization's policy requires a purpose",
      { requirePurpose: true },
    ],
    ["a scope", { scopes: [] }, "scopes: name at least one entity and verb"],
    [
      "scopes that the owner holds",
      { scopes: [{ entity: "deals", verbs: ["list", "delete"] }] },
      notHeld("delete", "deals"),
    ],
    [
      "further verbs that the owner holds, which need not exist",
      { scopes: [{ entity: "deals", verbs: ["list", "approve", "aprove"] }] },
      notHeld("approve, aprove", "deals"),
    ],
    ["entities that exist", { scopes: [{ entity: "people", verbs: ["list"] }] }, notHeld("list", "people")],
    [
      "entities that are exposed, which shows in nothing",
      { scopes: [{ entity: "hidden", verbs: ["list"] }] },
      notHeld("list", "hidden"),
    ],
  ])("needs %s", async (_, change, message, policy) => {
    const owner = await newOwner(policy);
    expect(await refusal(createToken(owner, { ...REQUEST, ...change }, ACTOR))).toBe(message);
    expect(await listAllTokens({ organizationId: owner.organizationId })).toEqual([]);
  });

  it("may have the longest lifetime to the millisecond, none, or any where the policy says so", async () => {
    const owner = await newOwner({ requirePurpose: true });
    const longest = new Date("2027-06-02T12:00:00.000Z");
    expect(await refusal(createToken(owner, { ...REQUEST, expires: longest }, ACTOR))).toBe("done");
    expect(await refusal(createToken(owner, { ...REQUEST, expires: null }, ACTOR))).toBe("done");
    const free = await newOwner({ maxLifetimeDays: null });
    expect(await refusal(createToken(free, { ...REQUEST, expires: new Date("2090-01-01") }, ACTOR))).toBe("done");
  });

  it("is refused to an owner with very many, however many are made at once", async () => {
    const owner = await newOwner();
    await storeTokens(owner, MAX_CURRENT_TOKENS - 1);
    const outcomes = await Promise.all([1, 2, 3].map(() => refusal(createToken(owner, REQUEST, ACTOR))));
    const refused = "name: the owner already has 1000 tokens: revoke those that are not needed";
    expect(outcomes.sort()).toEqual(["done", refused, refused]);
  });

  it("is refused to an owner who has as many as the policy allows, however many are made at once", async () => {
    const owner = await newOwner({ maxLiveTokens: 2 });
    const refused =
      "name: the organization's policy allows a member 2 live tokens, and the owner has 2: revoke one that is not needed, or rotate one";
    const outcomes = await Promise.all([1, 2, 3].map(() => refusal(createToken(owner, REQUEST, ACTOR))));
    expect(outcomes.sort()).toEqual(["done", "done", refused]);
    const [kept] = await listAllTokens({ organizationId: owner.organizationId }, NOW);
    await revokeToken({ tokenId: kept?.id ?? "", visibility: null }, { actor: "ada@acme.test" });
    expect(await refusal(createToken(owner, REQUEST, ACTOR))).toBe("done");
  });
});

it("a token that has ended is not among the active ones, and stays among all", async () => {
  const owner = await newOwner();
  const visibility = { organizationId: owner.organizationId };
  const names = ["standing", "expired", "expires next", "revoked"];
  const made = await Promise.all(names.map((name) => createToken(owner, { ...REQUEST, name }, ACTOR)));
  const ended: [number, "expires" | "revoked", string][] = [
    [1, "expires", NOW.toISOString()],
    [2, "expires", new Date(NOW.getTime() + 1).toISOString()],
    [3, "revoked", NOW.toISOString()],
  ];
  for (const [index, column, at] of ended) {
    await query(`UPDATE tokens SET ${column} = $1 WHERE id = $2`, [at, made[index]?.id]);
  }
  const listed = async (list: typeof listAllTokens) => (await list(visibility, NOW)).map(({ name }) => name).sort();
  expect(await listed(listActiveTokens)).toEqual(["expires next", "standing"]);
  expect(await listed(listAllTokens)).toEqual([...names].sort());
});

describe("revoking", () => {
  it("says when it stopped, which is when no call is accepted any more", async () => {
    const owner = await newOwner();
    const { id } = await createToken(owner, { ...REQUEST, expires: null }, ACTOR);
    const before = Date.now();
    const outcome = await revokeToken({ tokenId: id, visibility: null }, ACTOR);
    const [row] = await query<{ revoked: Date }>("SELECT revoked FROM tokens WHERE id = $1", [id]);
    const stopped = outcome.kind === "revoked" ? outcome.stopped.getTime() : 0;
    expect(stopped).toBeGreaterThan(before);
    expect(stopped).toBeGreaterThan(row?.revoked.getTime() ?? Number.POSITIVE_INFINITY);
    expect(stopped).toBeLessThanOrEqual(Date.now() + 1);
    const again = await revokeToken({ tokenId: id, visibility: null }, ACTOR);
    expect(again).toEqual({ kind: "revoked before", stopped: row?.revoked, revokedBy: "test" });
  });

  it("several at once reports each, and reaches no further than one by one", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const [first, second] = [await createToken(owner, REQUEST, ACTOR), await createToken(owner, REQUEST, ACTOR)];
    const foreign = await createToken(stranger, REQUEST, ACTOR);
    await revokeToken({ tokenId: second.id, visibility: null }, { actor: "before" });
    const visibility = { organizationId: owner.organizationId };
    const outcomes = await revokeTokens([first.id, second.id, foreign.id, "none", first.id], visibility, ACTOR);
    expect(outcomes.map(({ tokenId, outcome }) => [tokenId, outcome.kind])).toEqual([
      [first.id, "revoked"],
      [second.id, "revoked before"],
      [foreign.id, "unknown"],
      ["none", "unknown"],
    ]);
    expect((await listAllTokens({ organizationId: stranger.organizationId }, NOW))[0]?.state).toBe("active");
  });

  it("several at once continues if one of them cannot be revoked just now", async () => {
    const owner = await newOwner();
    const [held, free] = [await createToken(owner, REQUEST, ACTOR), await createToken(owner, REQUEST, ACTOR)];
    const holder = await postgres().pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM tokens WHERE id = $1 FOR UPDATE", [held.id]);
      const visibility = { organizationId: owner.organizationId };
      const outcomes = await revokeTokens([held.id, "\0", free.id], visibility, ACTOR);
      expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(["failed", "unknown", "revoked"]);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  });

  it("of one token by many at once happens only once", async () => {
    const owner = await newOwner();
    const { id } = await createToken(owner, REQUEST, ACTOR);
    const revoke = () => revokeToken({ tokenId: id, visibility: null }, ACTOR);
    const outcomes = await Promise.all(Array.from({ length: 20 }, revoke));
    expect(outcomes.filter(({ kind }) => kind === "revoked")).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === "revoked before")).toHaveLength(19);
    const noted = await query("SELECT FROM audit_events WHERE subject = $1 AND action = 'token.revoke'", [id]);
    expect(noted).toHaveLength(1);
  });

  it("does not reach beyond the organization, or the owner, that it is bound to", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const { id } = await createToken(owner, REQUEST, ACTOR);
    const ben = await memberWith(owner.organizationId, "ben@acme.test");
    const ranges = [
      { organizationId: stranger.organizationId },
      { organizationId: owner.organizationId, ownerIds: [ben.id] },
    ];
    for (const visibility of ranges) {
      expect(await revokeToken({ tokenId: id, visibility }, { actor: "test" })).toEqual({ kind: "unknown" });
    }
    expect((await listAllTokens({ organizationId: owner.organizationId }, NOW))[0]?.state).toBe("active");
  });
});

const FORM = { ...REQUEST, expires: null };

const countTokens = async ({ organizationId }: Member) => (await listAllTokens({ organizationId })).length;

describe("a form that is sent twice", () => {
  it("makes one token, and gives its secret the first time only", async () => {
    const owner = await newOwner();
    const first = await createTokenOnce(owner, FORM, BY, "form 1");
    if (first.kind !== "created") throw new Error("nothing was created before");
    const { id, text, hint } = first.token;
    expect(parseToken(text)?.id).toBe(id);
    const second = await createTokenOnce(owner, { ...FORM, name: "Other" }, BY, "form 1");
    expect(second).toEqual({ kind: "created before", token: { id, name: "Sync", hint } });
    expect(await countTokens(owner)).toBe(1);
  });

  it("makes one token however many arrive at once", async () => {
    const owner = await newOwner();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => createTokenOnce(owner, FORM, BY, "form 1")));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["created", ...Array(3).fill("created before")]);
    expect(await countTokens(owner)).toBe(1);
  });

  it("is not a different form, nor another owner's of the same name", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const made = [
      await createTokenOnce(owner, FORM, BY, "form 1"),
      await createTokenOnce(owner, FORM, BY, "form 2"),
      await createTokenOnce(other, FORM, BY, "form 1"),
    ];
    expect(made.map(({ kind }) => kind)).toEqual(["created", "created", "created"]);
    expect(new Set(made.map(({ token }) => token.id)).size).toBe(3);
  });

  it("may be sent again after it was refused", async () => {
    const owner = await newOwner();
    await expect(createTokenOnce(owner, { ...FORM, name: "" }, BY, "form 1")).rejects.toThrow("name: ");
    expect((await createTokenOnce(owner, FORM, BY, "form 1")).kind).toBe("created");
  });
});
