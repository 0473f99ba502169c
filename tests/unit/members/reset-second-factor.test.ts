/** Taking the second factor from a member who has lost it: by whom, and who hears of it. */
import { expect, it } from "vitest";
import { resetMemberSecondFactor, whyNotReset } from "@/lib/members/members";
import { listNotices } from "@/lib/notices/list";
import { hashLinkSecret, makeSignInLink } from "@/lib/session/sign-in-link";
import { findCredentials, redeemSignInLink, setPassword } from "@/lib/store/people/credentials";
import { findMemberDetail } from "@/lib/store/people/managed-members";
import { addSecondFactor, findSecondFactor, hasSecondFactor } from "@/lib/store/people/second-factors";
import { memberWith } from "../../support/member";
import { openTestDatabase, query } from "../configuration/database";
import type { ExampleFile } from "../configuration/example";
import { BY, eventsOf, openOwners, openSession } from "../tokens/owners";

process.env.APP_URL = "http://localhost:3000";
openTestDatabase();

let counter = 0;

const withPia = (email: string) => (file: ExampleFile) => void file.members.push({ email, name: "Pia", roles: [] });

/** A member of nobody else's, who has a password and a second factor. */
async function openEnrolled() {
  const email = `pia.reset${++counter}@acme.test`;
  const owners = await openOwners(withPia(email));
  const pia = await memberWith(owners.organizationId, email);
  await setPassword({ member: pia, email, passwordHash: "salt:key", actor: "test" });
  const userId = (await findCredentials(email))?.userId ?? "";
  const factor = { secret: "sealed", lastStep: 0, recoveryHashes: ["one"] };
  expect(await addSecondFactor(factor, { userId, email, by: { actor: email } })).toBe(true);
  await openSession(email);
  return { ...owners, pia, email, userId };
}

it("ends the member's sessions, is in the audit log, and told to the member", async () => {
  const { ada, pia, email, userId } = await openEnrolled();
  const target = { memberId: pia.id, administrator: ada };
  expect(await resetMemberSecondFactor(target, BY)).toMatchObject({ kind: "reset", member: { email } });
  expect([await findSecondFactor(userId), await hasSecondFactor({ email })]).toEqual([null, false]);
  expect(await query("SELECT 1 FROM sessions WHERE user_id = $1", [userId])).toEqual([]);
  expect((await eventsOf(email)).at(-1)).toEqual({
    actor: "ada@acme.test",
    action: "member.reset-second-factor",
    details: {},
    address: "192.0.2.7",
    request_id: "request-1",
  });
  const { notices } = await listNotices(pia);
  expect(notices).toMatchObject([
    { kind: "member.second-factor-reset", token: null, details: { by: "ada@acme.test" }, isRead: false },
  ]);
  expect(await resetMemberSecondFactor(target, BY)).toMatchObject({ kind: "refused" });
});

it("is not for administrators of another organization, nor of one of several that the person belongs to", async () => {
  const { ada, pia, email, userId } = await openEnrolled();
  const others = await openOwners(withPia(email));
  const target = { memberId: pia.id, administrator: others.ada };
  expect(await resetMemberSecondFactor(target, BY)).toMatchObject({
    kind: "refused",
    reason: expect.stringMatching(/^This member no longer exists/),
  });
  const detail = await findMemberDetail(ada.organizationId, pia.id);
  if (detail === null) throw new Error("pia is a member");
  expect(await whyNotReset(detail, ada)).toMatch(/^They belong to another organization, too/);
  const refused = await resetMemberSecondFactor({ memberId: pia.id, administrator: ada }, BY);
  expect(refused).toMatchObject({ kind: "refused", reason: expect.stringMatching(/^They belong to another/) });
  expect(await findSecondFactor(userId)).not.toBe(null);
  expect(await hasSecondFactor({ email })).toBe(true);
});

it("is not the way to be rid of one's own", async () => {
  const { ada } = await openEnrolled();
  expect(await resetMemberSecondFactor({ memberId: ada.id, administrator: ada }, BY)).toEqual({
    kind: "refused",
    reason: "Turn your own off with a code, or ask another administrator.",
  });
});

it("comes with being vouched for: what was set up while one organization alone did, may be somebody else's", async () => {
  const { pia, email, userId, organizationId } = await openEnrolled();
  await query("UPDATE users SET only_organization_id = $1 WHERE id = $2", [organizationId, userId]);
  const { url } = await makeSignInLink(pia, { actor: "command line" });
  expect(await redeemSignInLink(hashLinkSecret(url.split("#")[1] ?? ""))).toMatchObject({ userId });
  expect([await findSecondFactor(userId), await hasSecondFactor({ email })]).toEqual([null, false]);
  expect((await eventsOf(email)).at(-1)).toMatchObject({ actor: email, action: "member.reset-account" });
});
