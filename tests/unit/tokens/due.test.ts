/** What happens to tokens by itself: owners hear of their end, and tokens that nobody uses are revoked, seven days after that was said. */
import { beforeEach, describe, expect, it } from "vitest";
import { listNotices } from "@/lib/notices/list";
import { revokeUnused, tellOfDisuse, tellOfExpiry } from "@/lib/store/tokens/due";
import { createToken } from "@/lib/tokens/change/create";
import { openTestDatabase, query } from "../configuration/database";
import { eventsOf, type Owners, openOwners, REQUEST } from "./owners";

openTestDatabase();

let owners: Owners;
beforeEach(async () => {
  // Maintenance is for all organizations, those of the rows before, too.
  await query("UPDATE tokens SET revoked = now() WHERE revoked IS NULL");
  owners = await openOwners((file) => {
    file.organization.tokenPolicy = { revokeUnusedAfterDays: 30 };
  });
});

/** Created, used and told so many days and a minute ago: moments are stored in whole milliseconds. Of no end unless it has one. */
type Ages = { created?: number; used?: number; told?: number; expires?: string };

async function tokenOf({ created = 100, used, told, expires }: Ages): Promise<string> {
  const { id } = await createToken(owners.ada, REQUEST, { actor: "ada@acme.test" });
  await query(
    `UPDATE tokens SET created = now() - make_interval(days => $2::int, mins => 1), told_unused = now() - make_interval(days => $3::int, mins => 1),
       expires = now() + $4::text::interval WHERE id = $1`,
    [id, created, told ?? null, expires ?? null],
  );
  if (used !== undefined)
    await query(
      "INSERT INTO token_uses (token_id, last_used, last_used_address) VALUES ($1, now() - make_interval(days => $2::int, mins => 1), '192.0.2.7')",
      [id, used],
    );
  return id;
}

const told = async () =>
  (await listNotices(owners.ada)).notices.map(({ kind, token, details }) => [kind, token?.id, details]);
async function isRevoked(id: string) {
  const text = "SELECT revoked_by AS by FROM tokens WHERE id = $1 AND revoked IS NOT NULL";
  return (await query<{ by: string | null }>(text, [id]))[0]?.by;
}

describe("a token that nobody uses", () => {
  it("gets one notice seven days before it is revoked", async () => {
    await tokenOf({ used: 22 });
    const due = await tokenOf({ used: 23 });
    expect(await tellOfDisuse()).toBe(1);
    expect(await tellOfDisuse()).toBe(0);
    const [revokes] = await query<{ at: string }>(
      `SELECT to_char((at + interval '7 days') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI') AS at FROM notices WHERE token_id = $1`,
      [due],
    );
    expect(await told()).toEqual([
      ["token.unused", due, { days: 30, revokes: expect.stringContaining(revokes?.at ?? "none") }],
    ]);
    expect(await revokeUnused()).toBe(0);
  });

  it("counts from its creation where it was never used", async () => {
    await tokenOf({ created: 22 });
    const due = await tokenOf({ created: 23 });
    expect(await tellOfDisuse()).toBe(1);
    expect((await told()).map(([, id]) => id)).toEqual([due]);
  });

  it("is revoked when it is due and its owner was notified seven days before, with the reason", async () => {
    const due = await tokenOf({ used: 30, told: 7 });
    expect(await revokeUnused()).toBe(1);
    expect(await isRevoked(due)).toBe("token policy");
    expect((await eventsOf(due)).at(-1)).toEqual({
      actor: "token policy",
      action: "token.revoke",
      details: { reason: "unused", days: 30 },
      address: null,
      request_id: null,
    });
    expect(await told()).toEqual([["token.revoked-unused", due, { days: 30 }]]);
    expect(await revokeUnused()).toBe(0);
  });

  it.each<[string, Ages]>([
    ["was not told of", { used: 90 }],
    ["was told of less than seven days ago", { used: 90, told: 6 }],
    ["was told of so long ago that nobody remembers", { used: 90, told: 21 }],
    ["is in use", { used: 29, told: 7 }],
    ["has expired", { used: 90, told: 7, expires: "-1 day" }],
  ])("is not revoked where it %s", async (_, ages) => {
    const id = await tokenOf(ages);
    expect(await revokeUnused()).toBe(0);
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(["token.create"]);
  });

  it("is not revoked if it was used since the notice, but gets a new notice", async () => {
    owners = await openOwners((file) => {
      file.organization.tokenPolicy = { revokeUnusedAfterDays: 14 };
    });
    const id = await tokenOf({ used: 14, told: 15 });
    expect(await revokeUnused()).toBe(0);
    expect(await isRevoked(id)).toBe(undefined);
    expect(await tellOfDisuse()).toBe(1);
  });

  it("gets a new notice if it was used since, or after a long time", async () => {
    const since = await tokenOf({ used: 25, told: 60 });
    const longAgo = await tokenOf({ used: 90, told: 21 });
    await tokenOf({ used: 90, told: 20 });
    expect(await tellOfDisuse()).toBe(2);
    expect((await told()).map(([, id]) => id).sort()).toEqual([since, longAgo].sort());
  });

  it("is left alone where the organization's policy does not ask for use", async () => {
    owners = await openOwners();
    await tokenOf({ used: 90, told: 7 });
    expect([await tellOfDisuse(), await revokeUnused()]).toEqual([0, 0]);
  });

  it("of a service account is told of to the administrators", async () => {
    const id = await tokenOf({ used: 23 });
    await query("UPDATE members SET kind = 'service' WHERE id = $1", [owners.ada.id]);
    await query("UPDATE members SET admin = TRUE WHERE id = $1", [owners.ben.id]);
    await tellOfDisuse();
    expect((await listNotices(owners.ben)).notices.map(({ token }) => [token?.id, token?.owner.id])).toEqual([
      [id, owners.ada.id],
    ]);
    expect(await told()).toEqual([]);
  });
});

describe("a token that expires", () => {
  it("gets a notice seven days and one day before, once each", async () => {
    const id = await tokenOf({ created: 20, expires: "6 days" });
    expect([await tellOfExpiry(), await tellOfExpiry()]).toEqual([1, 0]);
    await query("UPDATE tokens SET expires = now() + interval '23 hours' WHERE id = $1", [id]);
    expect([await tellOfExpiry(), await tellOfExpiry()]).toEqual([1, 0]);
    const expires = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await told()).toEqual([
      ["token.expires", id, { days: 1, expires }],
      ["token.expires", id, { days: 7, expires }],
    ]);
  });

  it.each<[string, Ages]>([
    ["is eight days away", { expires: "8 days" }],
    ["has come", { expires: "-1 minute" }],
    ["is in the second half of its life only by the day", { created: 1, expires: "6 days" }],
    ["never comes", {}],
  ])("gets no notice if its end %s", async (_, ages) => {
    await tokenOf(ages);
    expect(await tellOfExpiry()).toBe(0);
  });
});
