/** The audit log against a real database: filtered, page by page without gaps, and of one organization only. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type AuditFilter, listAuditEvents, listTokenHistory } from "@/lib/audit/list";
import type { Member } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { findVisibleToken, visibleTokens } from "@/lib/tokens/read/visibility";
import { openTestDatabase, query } from "../configuration/database";
import { BY, openOwners } from "../tokens/owners";

openTestDatabase();

type Written = { at: string; actor?: string; action?: string; subject?: string };

/** An organization whose log is these events; the subject tells them apart. */
async function withEvents(events: Written[]): Promise<string> {
  const organizationId = randomUUID();
  await query("INSERT INTO organizations (id, key, name) VALUES ($1, $2, 'Acme')", [organizationId, organizationId]);
  for (const { at, actor = "ada@acme.test", action = "token.create", subject = at } of events) {
    await query(
      `INSERT INTO audit_events (id, organization_id, at, actor, action, subject, address, request_id)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, '192.0.2.7', 'r')`,
      [organizationId, at, actor, action, subject],
    );
  }
  return organizationId;
}

const subjects = async (filter: AuditFilter) => (await listAuditEvents(filter)).entries.map(({ subject }) => subject);

describe("the audit log", () => {
  it("shows who did what, when, from where and in which request", async () => {
    const { ada, organizationId } = await openOwners();
    const { id } = await createToken(ada, { name: "Sync", purpose: "", expires: null, scopes: null }, BY);
    const { entries } = await listAuditEvents({ organizationId });
    expect(entries[0]).toEqual({
      id: expect.any(String),
      at: expect.any(Date),
      actor: "ada@acme.test",
      action: "token.create",
      subject: id,
      details: { memberId: ada.id, name: "Sync", scopes: null, expires: null },
      address: "192.0.2.7",
      requestId: "request-1",
      tokenName: "Sync",
    });
    expect(entries.map(({ action, address }) => [action, address])).toEqual([
      ["token.create", "192.0.2.7"],
      ["configuration.apply", null],
    ]);
  });

  it("is filtered by action, actor, subject and time", async () => {
    const organizationId = await withEvents([
      { at: "2026-06-01T00:00:00.000Z", subject: "a", action: "token.revoke" },
      { at: "2026-06-02T00:00:00.000Z", subject: "b", actor: "Ben_1%@acme.test" },
      { at: "2026-06-03T00:00:00.000Z", subject: "c", actor: "command line" },
    ]);
    expect(await subjects({ organizationId })).toEqual(["c", "b", "a"]);
    expect(await subjects({ organizationId, action: "token.revoke" })).toEqual(["a"]);
    expect(await subjects({ organizationId, actor: "BEN_1%" })).toEqual(["b"]);
    expect(await subjects({ organizationId, actor: "_" })).toEqual(["b"]);
    expect(await subjects({ organizationId, actor: "acme.test" })).toEqual(["b", "a"]);
    expect(await subjects({ organizationId, subject: "b" })).toEqual(["b"]);
    expect(await subjects({ organizationId, subject: "B" })).toEqual([]);
    const second = new Date("2026-06-02T00:00:00.000Z");
    expect(await subjects({ organizationId, from: second })).toEqual(["c", "b"]);
    expect(await subjects({ organizationId, to: second })).toEqual(["a"]);
  });

  it("has no gap and no repetition between pages, among events of one moment too, while others are added", async () => {
    const events = Array.from({ length: 7 }, (_, index) => ({ at: "2026-06-01T00:00:00.000Z", subject: `${index}` }));
    const organizationId = await withEvents(events);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAuditEvents>> = await listAuditEvents(
        { organizationId },
        { cursor, limit: 3 },
      );
      seen.push(...page.entries.map(({ subject }) => subject));
      cursor = page.nextCursor;
      await query(
        `INSERT INTO audit_events (id, organization_id, at, actor, action, subject)
         VALUES (gen_random_uuid(), $1, '2026-06-02', 'x', 'token.create', 'later')`,
        [organizationId],
      );
    } while (cursor !== null);
    expect(seen.sort()).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  });

  it("is that of one organization", async () => {
    const [mine, other] = [
      await withEvents([{ at: "2026-06-01T00:00:00Z", subject: "mine" }]),
      await withEvents([{ at: "2026-06-01T00:00:00Z", subject: "other" }]),
    ];
    expect(await subjects({ organizationId: mine })).toEqual(["mine"]);
    expect(await subjects({ organizationId: mine, subject: "other" })).toEqual([]);
    expect(await subjects({ organizationId: other })).toEqual(["other"]);
  });
});

it("the history of a token is for those who see the token; from where others acted, for administrators", async () => {
  const { ada, ben } = await openOwners();
  const request = { name: "Sync", purpose: "", expires: null, scopes: null };
  const { id } = await createToken(ben, request, { ...BY, actor: "ben@acme.test" });
  await revokeToken({ tokenId: id, visibility: visibleTokens(ada) }, BY);
  const told = async (viewer: Member) => {
    const visible = await findVisibleToken(id, viewer);
    const history = visible === null ? [] : await listTokenHistory(visible);
    return history.map(({ actor, action, address }) => [actor, action, address]);
  };
  expect(await told(ben)).toEqual([
    ["ada@acme.test", "token.revoke", null],
    ["ben@acme.test", "token.create", "192.0.2.7"],
  ]);
  expect(await told(ada)).toEqual([
    ["ada@acme.test", "token.revoke", "192.0.2.7"],
    ["ben@acme.test", "token.create", "192.0.2.7"],
  ]);
  expect(await told({ ...ada, admin: false })).toEqual([]);
});
