/** Rotation against a real database: two secrets for the overlap, one successor however many ask, and never a longer life. */

import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/errors";
import { MAX_CURRENT_TOKENS } from "@/lib/limits";
import type { Member, Scopes } from "@/lib/model";
import { findToken } from "@/lib/store/authentication";
import { setMemberActive } from "@/lib/store/people/members";
import { type CreatedToken, createToken } from "@/lib/tokens/change/create";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { endOverlap, rotateToken } from "@/lib/tokens/change/rotate";
import { listAllTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { apply } from "../configuration/applied";
import { openTestDatabase, query } from "../configuration/database";
import { authenticated, BY, daysFromNow, eventsOf, openOwners, refusal, rotated, storeTokens } from "./owners";

openTestDatabase();

const HOUR_MS = 60 * 60 * 1000;
const SCOPES: Scopes = [{ entity: "deals", verbs: ["list", "approve"] }];
const LIMITED = { requestsPerMinute: 30 };
const openApprovers = () =>
  openOwners((file) => {
    file.roles[0]?.grants.push({ entity: "deals", verbs: ["approve"] });
  });

const make = (owner: Member, expires: Date | null = daysFromNow(30)): Promise<CreatedToken> =>
  createToken(owner, { name: "Sync", purpose: "Nightly sync", expires, scopes: SCOPES, ...LIMITED }, BY);

/** Without an overlap, the token ends at once. */
const rotationOf = (owner: Member, { id }: { id: string }, overlapSeconds = 3_600) =>
  ({ tokenId: id, visibility: ownTokens(owner), overlapSeconds }) as Parameters<typeof rotateToken>[0];
const rotate = async (...rotation: Parameters<typeof rotationOf>) =>
  rotated(await rotateToken(rotationOf(...rotation), BY));

/** Who the API takes the token for, or the code with which it refuses. */
async function present(text: string): Promise<string> {
  try {
    return (await authenticated(text)).token.id;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe("a rotated token", () => {
  it("works beside its successor for the overlap, which has its name, purpose, rights and expiry", async () => {
    const { ada } = await openApprovers();
    const expires = daysFromNow(30);
    const old = await make(ada, expires);
    const before = Date.now();
    const { created, previous } = await rotate(ada, old);
    expect(created.expires).toEqual(expires);
    expect(previous).toEqual({ id: old.id, hint: old.hint, worksUntil: expect.any(Date) });
    expect(previous.worksUntil.getTime()).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(previous.worksUntil.getTime()).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    expect([await present(old.text), await present(created.text)]).toEqual([old.id, created.id]);
    const [successor, predecessor] = await listAllTokens(ownTokens(ada));
    expect(successor).toMatchObject({
      id: created.id,
      name: "Sync",
      purpose: "Nightly sync",
      scopes: SCOPES,
      limits: LIMITED,
      status: "active",
      replaces: old.id,
      replacedBy: null,
    });
    expect(predecessor).toMatchObject({
      id: old.id,
      status: "rotating",
      expires: previous.worksUntil,
      replacedBy: created.id,
    });
  });

  it("leaves one audit event, which names its successor and no secret", async () => {
    const { ada } = await openApprovers();
    const old = await make(ada, null);
    const { created, previous } = await rotate(ada, old);
    expect((await eventsOf(old.id)).slice(1)).toEqual([
      {
        actor: "ada@acme.test",
        action: "token.rotate",
        details: { successor: created.id, worksUntil: previous.worksUntil.toISOString(), expires: null },
        address: "192.0.2.7",
        request_id: "request-1",
      },
    ]);
    expect(await eventsOf(created.id)).toEqual([]);
  });

  it("is not rotated again, but its successor is", async () => {
    const { ada } = await openApprovers();
    const old = await make(ada);
    const { created } = await rotate(ada, old);
    expect(await rotateToken(rotationOf(ada, old), BY)).toEqual({ kind: "rotated before", successorId: created.id });
    const next = await rotate(ada, created);
    for (const { id } of [old, created, next.created]) expect((await findToken(id))?.token.rootId).toBe(old.id);
  });

  it("is revoked at once without an overlap, and names its successor, too", async () => {
    const { ada } = await openApprovers();
    const old = await make(ada);
    const { created } = await rotate(ada, old, 0);
    expect([await present(old.text), await present(created.text)]).toEqual(["TOKEN_REVOKED", created.id]);
    expect(await rotateToken(rotationOf(ada, old, 0), BY)).toEqual({ kind: "rotated before", successorId: created.id });
  });

  it("has one successor, however many ask for one at once", async () => {
    const { ada } = await openApprovers();
    const old = await make(ada);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => rotateToken(rotationOf(ada, old), BY)));
    const made = outcomes.filter((outcome) => outcome.kind === "rotated");
    expect(made).toHaveLength(1);
    const successorId = made[0]?.created.id;
    expect(outcomes.filter((outcome) => outcome.kind !== "rotated")).toEqual(
      Array.from({ length: 19 }, () => ({ kind: "rotated before", successorId })),
    );
    expect(await query("SELECT id FROM tokens WHERE replaces_id = $1", [old.id])).toEqual([{ id: successorId }]);
    expect((await eventsOf(old.id)).map(({ action }) => action)).toEqual(["token.create", "token.rotate"]);
  });
});

describe("the expiry of a successor", () => {
  it("may be chosen later than the old one's, as far as the policy goes", async () => {
    const { ada } = await openApprovers();
    const rotation = rotationOf(ada, await make(ada, daysFromNow(2)));
    const [chosen, later] = [daysFromNow(366), daysFromNow(367)];
    expect(await refusal(rotateToken({ ...rotation, expires: later }, BY))).toBe(
      "expires: the organization's policy allows 366 days at most",
    );
    expect(rotated(await rotateToken({ ...rotation, expires: chosen }, BY)).created.expires).toEqual(chosen);
  });

  it("is cut to what the policy now allows, if it is inherited", async () => {
    const { ada, file } = await openApprovers();
    const endless = await make(ada, null);
    file.organization.tokenPolicy = { maxLifetimeDays: 90, allowNeverExpiring: false };
    await apply(file);
    const { created } = await rotate(ada, endless);
    expect(created.expires?.getTime()).toBeLessThanOrEqual(daysFromNow(90).getTime());
  });
});

describe("what cannot be rotated", () => {
  it("is a token of somebody else, even for an administrator, and one that does not exist", async () => {
    const { ada, ben, organizationId } = await openOwners((file) => {
      file.members.push({ email: "eve@acme.test", name: "Eve", roles: ["sales"] });
      file.roles[0]?.grants.push({ entity: "deals", verbs: ["approve"] });
    });
    const [stranger, old] = [await openApprovers(), await make(ada)];
    const ranges = [ownTokens(ben), ownTokens(stranger.ada), { organizationId, ownerIds: [stranger.ada.id] as const }];
    for (const visibility of ranges) {
      expect(await rotateToken({ tokenId: old.id, visibility, overlapSeconds: 0 }, BY)).toEqual({ kind: "unknown" });
    }
    const none = { tokenId: "none", visibility: null, overlapSeconds: 0 } as const;
    expect(await rotateToken(none, BY)).toEqual({ kind: "unknown" });
    expect(await present(old.text)).toBe(old.id);
  });

  it("is what the API refuses: revoked, expired, or of an inactive owner", async () => {
    const { ada } = await openApprovers();
    const [revoked, expired, asleep] = [await make(ada), await make(ada), await make(ada)];
    await revokeToken({ tokenId: revoked.id, visibility: ownTokens(ada) }, BY);
    await query("UPDATE tokens SET expires = now() WHERE id = $1", [expired.id]);
    const outcomeOf = async (token: CreatedToken) => (await rotateToken(rotationOf(ada, token), BY)).kind;
    expect([await outcomeOf(revoked), await outcomeOf(expired)]).toEqual(["not active", "not active"]);
    await setMemberActive({ member: ada, active: false }, BY);
    expect(await outcomeOf(asleep)).toBe("not active");
  });

  it("is a token above the limit, unless the old one ends at once", async () => {
    const { ada } = await openApprovers();
    const old = await make(ada);
    await storeTokens(ada, MAX_CURRENT_TOKENS - 1);
    expect(await refusal(rotate(ada, old))).toBe(
      "name: the owner already has 1000 tokens: revoke those that are not needed",
    );
    expect(await query("SELECT expires FROM tokens WHERE id = $1", [old.id])).toEqual([{ expires: old.expires }]);
    expect(await refusal(rotate(ada, old, 0))).toBe("done");
  });
});

it("a policy of one live token lets it be rotated, with its overlap, and allows no second one", async () => {
  const { ada, file } = await openApprovers();
  const old = await make(ada);
  file.organization.tokenPolicy = { maxLiveTokens: 1 };
  await apply(file);
  expect(await refusal(rotate(ada, old))).toBe("done");
  expect(await refusal(make(ada))).toBe(
    "name: the organization's policy allows a member 1 live token, and the owner has 1: revoke one that is not needed, or rotate one",
  );
});

describe("ending an overlap", () => {
  it("revokes the old one only, and says when it stopped", async () => {
    const { ada } = await openApprovers();
    const visibility = ownTokens(ada);
    const old = await make(ada);
    const { created } = await rotate(ada, old);
    const before = Date.now();
    const ended = await endOverlap({ tokenId: old.id, visibility }, BY);
    expect(ended).toEqual({ kind: "ended", stopped: expect.any(Date) });
    expect(ended.kind === "ended" && ended.stopped.getTime()).toBeGreaterThanOrEqual(before);
    expect([await present(old.text), await present(created.text)]).toEqual(["TOKEN_REVOKED", created.id]);
    expect((await eventsOf(old.id)).at(-1)).toMatchObject({
      action: "token.end-overlap",
      details: { successor: created.id },
    });
  });

  it("is only for the old one of a pair that still works, within reach", async () => {
    const { ada, ben } = await openApprovers();
    const visibility = ownTokens(ada);
    const old = await make(ada);
    expect(await endOverlap({ tokenId: old.id, visibility }, BY)).toEqual({ kind: "not rotating" });
    const { created } = await rotate(ada, old);
    expect(await endOverlap({ tokenId: old.id, visibility: ownTokens(ben) }, BY)).toEqual({ kind: "unknown" });
    expect(await endOverlap({ tokenId: created.id, visibility }, BY)).toEqual({ kind: "not rotating" });
    expect((await endOverlap({ tokenId: old.id, visibility }, BY)).kind).toBe("ended");
    expect(await endOverlap({ tokenId: old.id, visibility }, BY)).toEqual({ kind: "not rotating" });
    expect(await present(created.text)).toBe(created.id);
  });
});
