/** Who hears of what was done to a token, page by page; and marking it as read. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Member } from "@/lib/model";
import { countUnread, findNewestUnread, listNotices, markAsRead, markTokenRead } from "@/lib/notices/list";
import { clearOld } from "@/lib/store/maintenance";
import { createToken } from "@/lib/tokens/change/create";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { openTestDatabase, query } from "../configuration/database";
import { type Owners, openOwners } from "../tokens/owners";

openTestDatabase();

const BEN = { actor: "ben@acme.test" };
let owners: Owners;
beforeEach(async () => {
  owners = await openOwners();
});

const issue = (name = "Sync") =>
  createToken(owners.ada, { name, purpose: "", expires: null, scopes: null }, { actor: "ada@acme.test" });
const toldTo = async (member: Member) =>
  (await listNotices(member)).notices.map(({ kind, details }) => [kind, details]);
const revoke = (tokenId: string, by = BEN) => revokeToken({ tokenId, visibility: null }, by);

describe("the owner of a token hears", () => {
  it("who revoked it, in the shape that everybody gets", async () => {
    const { id, hint } = await issue();
    await revoke(id);
    const { notices, nextCursor } = await listNotices(owners.ada);
    expect(nextCursor).toBe(null);
    expect(notices).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: "token.revoked",
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        token: { id, name: "Sync", hint, owner: { id: owners.ada.id, name: "Ada" } },
        details: { by: "ben@acme.test" },
        isRead: false,
      },
    ]);
    expect(await toldTo(owners.ben)).toEqual([]);
  });

  it("nothing of what they did themselves", async () => {
    const [first, second] = [await issue(), await issue()];
    await revoke(first.id, { actor: "ada@acme.test" });
    await rotateToken(
      { tokenId: second.id, visibility: ownTokens(owners.ada), overlapSeconds: 0 },
      { actor: "ada@acme.test" },
    );
    expect(await toldTo(owners.ada)).toEqual([]);
  });
});

it("keepers also hear of a new token of their service account, and keepers of another one do not", async () => {
  await query("UPDATE members SET kind = 'service', admin = FALSE, keepers = '{ben@acme.test}' WHERE id = $1", [
    owners.ada.id,
  ]);
  const { id } = await issue();
  expect(await toldTo(owners.ben)).toEqual([["token.created", { by: "ada@acme.test" }]]);
  await revoke(id, { actor: "command line" });
  expect(await toldTo(owners.ben)).toHaveLength(1);
  await query("UPDATE members SET keepers = '{}' WHERE id = $1", [owners.ada.id]);
  await issue();
  expect(await toldTo(owners.ben)).toHaveLength(1);
});

it("of a service account's token the administrators hear, save the one who did it", async () => {
  const { id } = await issue();
  await query("UPDATE members SET kind = 'service', admin = FALSE WHERE id = $1", [owners.ada.id]);
  await query("UPDATE members SET admin = TRUE WHERE id = $1", [owners.ben.id]);
  await revoke(id, { actor: "command line" });
  expect(await toldTo(owners.ada)).toEqual([]);
  expect(await toldTo(owners.ben)).toEqual([["token.revoked", { by: "command line" }]]);
  const other = await issue();
  await revoke(other.id, BEN);
  expect(await toldTo(owners.ben)).toEqual([
    ["token.created", { by: "ada@acme.test" }],
    ["token.revoked", { by: "command line" }],
  ]);
});

describe("many notices", () => {
  beforeEach(async () => {
    const { id } = await issue();
    await query(
      `INSERT INTO notices (organization_id, member_id, token_id, kind, at, details)
       SELECT $1, $2, $3, 'token.new-address', '2026-01-01'::timestamptz + make_interval(mins => n / 2), jsonb_build_object('n', n)
       FROM generate_series(1, 120) n`,
      [owners.organizationId, owners.ada.id, id],
    );
  });

  it("come newest first, each on one page, whatever is in the address", async () => {
    const found: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await listNotices(owners.ada, cursor);
      found.push(...page.notices.map(({ details }) => details.n));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(found).size).toBe(120);
    expect(found[0]).toBe(120);
    expect((await listNotices(owners.ada, "'; drop table notices")).notices).toHaveLength(50);
    expect((await listNotices(owners.ben)).notices).toEqual([]);
  });

  it("are counted to a hundred, and marked as read one by one or up to the newest that was seen", async () => {
    const noon = new Date("2026-06-01T12:00:00Z");
    const [newest, second] = (await listNotices(owners.ada)).notices;
    expect(await countUnread(owners.ada)).toBe(100);
    await markAsRead(owners.ada, { noticeId: second?.id ?? "", until: noon });
    expect((await listNotices(owners.ada)).notices.map(({ isRead }) => isRead).slice(0, 3)).toEqual([
      false,
      true,
      false,
    ]);
    await markAsRead(owners.ada, { noticeId: null, until: new Date("2026-01-01T00:59:00Z") });
    expect(await countUnread(owners.ada)).toBe(1);
    expect((await listNotices(owners.ada)).notices[0]).toMatchObject({ id: newest?.id, isRead: false });
  });

  it("stay unread to others who name them", async () => {
    const [newest] = (await listNotices(owners.ada)).notices;
    const noon = new Date("2026-06-01T12:00:00Z");
    await markAsRead(owners.ben, { noticeId: newest?.id ?? "", until: noon });
    await markAsRead(owners.ben, { noticeId: null, until: noon });
    await markAsRead(owners.ada, { noticeId: "nothing", until: noon });
    await markAsRead(owners.ada, { noticeId: randomUUID(), until: noon });
    expect(await countUnread(owners.ada)).toBe(100);
  });

  it("of one token are marked as read for those who acted on it, and no others", async () => {
    const { id } = await issue("Another");
    await revoke(id);
    const [ofAnother, ofFirst] = (await listNotices(owners.ada)).notices;
    await markTokenRead(owners.ben, ofFirst?.token?.id ?? "");
    expect(await countUnread(owners.ada)).toBe(100);
    await markTokenRead(owners.ada, ofFirst?.token?.id ?? "");
    expect(await findNewestUnread(owners.ada)).toEqual(ofAnother);
    await markAsRead(owners.ada, { noticeId: ofAnother?.id ?? "", until: new Date() });
    expect(await countUnread(owners.ada)).toBe(0);
  });

  it("are kept for ninety days", async () => {
    const [newest] = (await listNotices(owners.ada)).notices;
    await query("DELETE FROM notices WHERE member_id <> $1", [owners.ada.id]);
    await query("UPDATE notices SET at = now() - interval '91 days'");
    await query("UPDATE notices SET at = now() - interval '89 days' WHERE id = $1", [newest?.id]);
    expect(await clearOld("notices")).toBe(119);
    expect((await listNotices(owners.ada)).notices).toHaveLength(1);
  });
});
