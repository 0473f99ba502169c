/** What administrators do to members on the pages: only where the organization's file lets them, and never more than it lets them. */
import { describe, expect, it } from "vitest";
import { MAX_OPEN_INVITATIONS } from "@/lib/limits";
import { listMembers } from "@/lib/members/list";
import {
  type Addition,
  addMemberOnPages,
  changeMemberOnPages,
  linkForMember,
  withdrawMemberInvitation,
} from "@/lib/members/manage";
import { activateMember } from "@/lib/members/members";
import type { ManagedBy } from "@/lib/model";
import { hashLinkSecret, makeSignInLink } from "@/lib/session/sign-in-link";
import { findCredentials, redeemSignInLink, setPassword } from "@/lib/store/people/credentials";
import { redeemMemberLink } from "@/lib/store/people/member-links";
import { findMemberByEmail, listActiveMemberships, setMemberActive } from "@/lib/store/people/members";
import { memberWith } from "../../support/member";
import { openTestDatabase, query } from "../configuration/database";
import { BY, eventsOf, openOwners, openSession } from "../tokens/owners";

process.env.APP_URL = "http://localhost:3000";
openTestDatabase();

const open = (membersManagedBy: ManagedBy = "pages") =>
  openOwners(({ organization }) => {
    organization.membersManagedBy = membersManagedBy;
  });

let counter = 0;
/** Of nobody yet, in no organization of this file. */
const newAddress = () => `pia${++counter}@acme.test`;

const person = (more: Partial<Addition> = {}): Addition => ({
  kind: "person",
  email: newAddress(),
  name: "Pia",
  roleKeys: ["sales"],
  admin: false,
  keepers: [],
  ...more,
});
const account = (more: Partial<Addition> = {}) => person({ kind: "service", name: "Sync", ...more });

const secretOf = (url: string) => url.split("#")[1] ?? "";
const FROM = { address: "192.0.2.7", requestId: "request-1" };
const redeem = (url: string, signedInAs: string | null = null) =>
  redeemMemberLink(hashLinkSecret(secretOf(url)), { signedInAs, ...FROM });

async function invite(more: Partial<Addition> = {}) {
  const owners = await open();
  const addition = person(more);
  const added = await addMemberOnPages(addition, owners.ada, BY);
  if (added.kind !== "invited") throw new Error(JSON.stringify(added));
  return { ...owners, email: addition.email, memberId: added.memberId, url: added.link.url };
}

const settingsOf = async (organizationId: string, email: string) =>
  (
    await query(
      "SELECT active, admin, kind, managed_by, keepers, role_keys FROM members WHERE organization_id = $1 AND email = $2",
      [organizationId, email],
    )
  )[0];

async function addressOf(added: Awaited<ReturnType<typeof addMemberOnPages>>): Promise<string> {
  if (added.kind !== "created") throw new Error(JSON.stringify(added));
  const [member] = await query<{ email: string }>("SELECT email FROM members WHERE id = $1", [added.memberId]);
  return member?.email ?? "";
}

describe("adding a member", () => {
  it("makes a service account that is active at once, with its keepers", async () => {
    const { ada, organizationId } = await open();
    const addition = account({ keepers: ["BEN@acme.test", "ben@acme.test"], admin: true });
    const email = await addressOf(await addMemberOnPages(addition, ada, BY));
    expect(await settingsOf(organizationId, email)).toEqual({
      active: true,
      admin: false,
      kind: "service",
      managed_by: "pages",
      keepers: ["ben@acme.test"],
      role_keys: ["sales"],
    });
    expect((await eventsOf(email)).map(({ action, actor, details }) => ({ action, actor, details }))).toEqual([
      { action: "member.create", actor: "ada@acme.test", details: { roles: ["sales"], keepers: ["ben@acme.test"] } },
    ]);
  });

  it.each([
    [{ email: "nobody" }, "email", "Type an e-mail address."],
    [{ email: "ben@acme.test" }, "email", "Somebody with this address is already a member, or is invited."],
    [{ name: "  " }, "name", "Type a name."],
    [{ name: "a‮b" }, "name", /^The name must not contain invisible characters/],
    [{ roleKeys: ["root"] }, "roles", "There is no role root any more. Reload the page."],
    [{ keepers: ["eve@acme.test"] }, "keepers", "No active member has the address eve@acme.test."],
    [{ keepers: ["ada", "ben@acme.test", "\0"] }, "keepers", "No active member has the address ada, \0."],
  ])("with %j says what is wrong, and adds nobody", async (more, part, message) => {
    const { ada, organizationId } = await open();
    const addition = more as Partial<Addition>;
    const added = await addMemberOnPages("email" in addition ? person(addition) : account(addition), ada, BY);
    const text = typeof message === "string" ? message : expect.stringMatching(message);
    expect(added).toEqual({ kind: "problems", problems: [{ part, message: text }] });
    expect((await listMembers({ organizationId })).members).toHaveLength(2);
  });

  it("stops when too many invitations are open", async () => {
    const { ada, organizationId } = await open();
    await query(
      `INSERT INTO members (id, organization_id, email, name, role_keys, active, invited, managed_by)
       SELECT gen_random_uuid(), $1, 'i' || n || '@acme.test', 'I', '{}', FALSE, now(), 'pages' FROM generate_series(1, $2::int) n`,
      [organizationId, MAX_OPEN_INVITATIONS - 1],
    );
    const outcomes = await Promise.all([addMemberOnPages(person(), ada, BY), addMemberOnPages(person(), ada, BY)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["invited", "refused"]);
  });
});

describe("an invitation", () => {
  it("makes a member who can do nothing until they accept", async () => {
    const { organizationId, ada, email, memberId, url } = await invite();
    expect(url).toMatch(/^http:\/\/localhost:3000\/invitation#[\w-]{43}$/);
    expect(await listActiveMemberships(email)).toEqual([]);
    expect((await listMembers({ organizationId })).members.find((each) => each.email === email)).toMatchObject({
      active: false,
      isInvited: true,
    });
    expect(await activateMember({ memberId, administrator: ada }, BY)).toEqual({
      kind: "refused",
      reason: "This member has not accepted the invitation yet.",
    });
    expect(await redeem(url)).toMatchObject({ email, memberId });
    expect((await listActiveMemberships(email)).map(({ member }) => member.id)).toEqual([memberId]);
    expect((await eventsOf(email)).map(({ action, actor }) => [action, actor])).toEqual([
      ["member.invite", "ada@acme.test"],
      ["member.accept-invitation", email],
    ]);
  });

  it("lets one in of several who accept it at once, and nobody after", async () => {
    const { url } = await invite();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => redeem(url)));
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(await redeem(url)).toBeNull();
  });

  it("ends after a week, when replaced, and when it is withdrawn", async () => {
    const { ada, memberId, url, organizationId, email } = await invite();
    const [kept] = await query<{ days: number; row: string }>(
      "SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days, row_to_json(v)::text AS row FROM verifications v WHERE value = $1",
      [memberId],
    );
    expect(kept?.days).toBe(7);
    expect(kept?.row).not.toContain(secretOf(url));
    const next = await linkForMember({ memberId, administrator: ada }, BY);
    if (next.kind !== "link") throw new Error(next.kind);
    expect(await redeem(url)).toBeNull();
    await query("UPDATE verifications SET expires_at = now() - interval '1 second' WHERE value = $1", [memberId]);
    expect(await redeem(next.link.url)).toBeNull();
    const last = await linkForMember({ memberId, administrator: ada }, BY);
    expect(await withdrawMemberInvitation({ memberId, administrator: ada }, BY)).toEqual({ kind: "withdrawn" });
    expect(last.kind === "link" && (await redeem(last.link.url))).toBeNull();
    expect(await findMemberByEmail(organizationId, email)).toBeNull();
  });
});

describe("an administrator who uses the link of somebody else", () => {
  it("gets into no other organization: who is known there has to be signed in", async () => {
    const { email, url: first } = await invite();
    await redeem(first);
    // The operator vouches for the person, as for everybody whom a file names.
    await query("UPDATE users SET only_organization_id = NULL WHERE email = $1", [email]);
    const { ada } = await open();
    const added = await addMemberOnPages(person({ email }), ada, BY);
    if (added.kind !== "invited") throw new Error(added.kind);
    expect(await redeem(added.link.url)).toBeNull();
    expect(await redeem(added.link.url, "somebody@else.test")).toBeNull();
    expect(await listActiveMemberships(email)).toHaveLength(1);
    expect(await redeem(added.link.url, email)).toMatchObject({ email });
    expect(await listActiveMemberships(email)).toHaveLength(2);
  });

  it("gets an account that opens no organization which names the address later", async () => {
    const { email, url, organizationId } = await invite();
    await redeem(url);
    await openOwners(({ members }) => {
      members.push({ email, name: "Pia", roles: ["sales"], admin: true });
    });
    expect((await listActiveMemberships(email)).map(({ organization }) => organization.id)).toEqual([organizationId]);
    const { ada } = await open();
    const added = await addMemberOnPages(person({ email }), ada, BY);
    expect(added.kind === "invited" && (await redeem(added.link.url, email))).toBeNull();
  });
});

describe("an account that one organization vouches for", () => {
  it("is good everywhere once the operator's link was used, and loses the password and sessions of before", async () => {
    const { email, url, organizationId } = await invite();
    const redeemed = await redeem(url);
    const member = await findMemberByEmail(organizationId, email);
    if (redeemed === null || member === null) throw new Error("was not accepted");
    await setPassword({ member, email, passwordHash: "chosen by the administrator", actor: email });
    await openSession(email);
    await openOwners(({ members }) => void members.push({ email, name: "Pia", roles: [] }));
    expect(await listActiveMemberships(email)).toHaveLength(1);
    const { url: ofOperator } = await makeSignInLink(member, { actor: "command line" });
    expect(await redeemSignInLink(hashLinkSecret(secretOf(ofOperator)))).toMatchObject({ email });
    expect(await listActiveMemberships(email)).toHaveLength(2);
    expect(await query("SELECT 1 FROM accounts WHERE user_id = $1", [redeemed.userId])).toEqual([]);
    expect(await query("SELECT 1 FROM sessions WHERE user_id = $1", [redeemed.userId])).toEqual([]);
  });

  it("keeps its own organization alone with a password chosen on the pages", async () => {
    const { email, url, organizationId } = await invite();
    await redeem(url);
    const member = await memberWith(organizationId, email);
    await openOwners(({ members }) => void members.push({ email, name: "Pia", roles: [] }));
    await setPassword({ member, email, passwordHash: "hash", actor: email });
    expect((await findCredentials(email))?.isMember).toBe(true);
    await setMemberActive({ member, active: false }, BY);
    expect((await findCredentials(email))?.isMember).toBe(false);
  });
});

describe("a member of the pages", () => {
  it("gets name, roles and administration from administrators, and the audit log tells both", async () => {
    const { ada, memberId, url, email, organizationId } = await invite();
    await redeem(url);
    const change = { name: "Pia Nowak", roleKeys: [], admin: true, keepers: ["ben@acme.test"] };
    const target = { memberId, administrator: ada };
    expect(await changeMemberOnPages(target, change, BY)).toEqual({ kind: "changed" });
    expect(await changeMemberOnPages(target, change, BY)).toEqual({ kind: "unchanged" });
    expect(await settingsOf(organizationId, email)).toMatchObject({ admin: true, keepers: [], role_keys: [] });
    expect((await eventsOf(email)).at(-1)).toMatchObject({
      action: "member.change",
      details: {
        name: { before: "Pia", after: "Pia Nowak" },
        roleKeys: { before: ["sales"], after: [] },
        admin: { before: false, after: true },
      },
    });
  });

  it("is no other organization's to withdraw, to change or to make a link for, and no invitation any more", async () => {
    const { ada, memberId, url } = await invite();
    const { ada: stranger } = await open();
    const target = { memberId, administrator: stranger };
    expect((await withdrawMemberInvitation(target, BY)).kind).toBe("refused");
    await redeem(url);
    expect((await withdrawMemberInvitation({ memberId, administrator: ada }, BY)).kind).toBe("refused");
    const change = { name: "X", roleKeys: [], admin: true, keepers: [] };
    expect((await changeMemberOnPages(target, change, BY)).kind).toBe("refused");
    expect((await linkForMember(target, BY)).kind).toBe("refused");
  });

  it("cannot be demoted as the last administrator, or by themselves", async () => {
    const { ada } = await open();
    const change = { name: "Ada", roleKeys: ["sales"], admin: false, keepers: [] };
    expect(await changeMemberOnPages({ memberId: ada.id, administrator: ada }, change, BY)).toEqual({
      kind: "refused",
      reason: "You cannot take your own administration away: ask another administrator.",
    });
  });
});

it("is refused where the organization's file says who is a member: no addition, no roles, no links", async () => {
  const { ada, ben, organizationId } = await open("file");
  for (const addition of [person(), account()])
    expect(await addMemberOnPages(addition, ada, BY)).toMatchObject({ kind: "refused" });
  expect((await listMembers({ organizationId })).members).toHaveLength(2);
  const target = { memberId: ben.id, administrator: ada };
  const change = { name: "Ben", roleKeys: ["sales"], admin: true, keepers: [] };
  expect((await changeMemberOnPages(target, change, BY)).kind).toBe("refused");
  expect((await linkForMember(target, BY)).kind).toBe("refused");
  expect(await settingsOf(organizationId, ben.email)).toMatchObject({ admin: false, role_keys: [] });
});

it("a sign-in link lasts a quarter of an hour, works once, and is not for a service account or who is inactive", async () => {
  const { ada, memberId, url, email, organizationId } = await invite();
  await redeem(url);
  const target = { memberId, administrator: ada };
  const made = await linkForMember(target, BY);
  if (made.kind !== "link") throw new Error(made.kind);
  expect(made.link.url).toMatch(/\/sign-in\/link#/);
  expect(Math.round((made.link.expires.getTime() - Date.now()) / 60_000)).toBe(15);
  expect(await redeem(made.link.url)).toMatchObject({ memberId });
  expect(await redeem(made.link.url)).toBeNull();
  const member = await memberWith(organizationId, email);
  const another = await linkForMember(target, BY);
  await setMemberActive({ member, active: false }, BY);
  expect(another.kind === "link" && (await redeem(another.link.url))).toBeNull();
  expect(await linkForMember(target, BY)).toEqual({ kind: "refused", reason: "Activate this member first." });
  const added = await addMemberOnPages(account(), ada, BY);
  if (added.kind !== "created") throw new Error(added.kind);
  expect((await linkForMember({ memberId: added.memberId, administrator: ada }, BY)).kind).toBe("refused");
});
