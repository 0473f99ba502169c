/** Links that the command line prints: what they open, once. */
import { hashPassword } from "better-auth/crypto";
import { describe, expect, inject, it } from "vitest";
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { setPassword } from "@/lib/store/people/credentials";
import { setMemberActive } from "@/lib/store/people/members";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import { memberWith } from "../../support/member";
import { openOrganization } from "../../support/organization";
import type { MemberName } from "../../support/organization-file";
import { pageClient } from "../../support/page-client";
import { alertOf, entry, givePassword, ownAddress, PASSWORD, signedIn, signIn } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization();
const REFUSED = "This link has been used, or is older than 15 minutes. Ask for a new one.";

const emailOf = (name: MemberName) => `${name}@${acme.key}.test`;

const memberOf = (name: MemberName) => memberWith(acme.id, emailOf(name));

/** The part behind the `#`. */
async function printLink(name: MemberName): Promise<string> {
  const { url } = await makeSignInLink(await memberOf(name), { actor: "command line" });
  return secretOf(url);
}

function secretOf(url: string): string {
  expect(url).toMatch(/^http:\/\/localhost:3000\/sign-in\/link#[\w-]{43}$/);
  return url.split("#")[1] ?? "";
}

async function redeem(secret: string) {
  const client = pageClient(origin, ownAddress());
  const page = await client.get("/sign-in/link");
  return { client, answer: await client.submit("/sign-in/link", page, { secret }) };
}

describe("a one-time link", () => {
  it("signs in a member who has no password yet, and leads to choosing one", async () => {
    const { client, answer } = await redeem(await printLink("wim"));
    expect([answer.status, answer.headers.location]).toEqual([303, "/password"]);
    expect(await entry(client)).toBe("in");
    expect((await client.get("/password")).text).toContain(emailOf("wim"));
  });

  it("is printed by the command line, alone, so that it can be passed on", async () => {
    const printed = await runAdmin(["members", "sign-in-link", "--organization", acme.key, "--member", emailOf("red")]);
    expect((await redeem(secretOf(printed.trim()))).answer.status).toBe(303);
  });

  it("opens one session for twenty who use it at once", async () => {
    const secret = await printLink("cleo");
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => redeem(secret)));
    expect(outcomes.filter(({ answer }) => answer.status === 303)).toHaveLength(1);
    expect(outcomes.filter(({ client }) => client.cookies.size > 0)).toHaveLength(1);
    const [{ count } = { count: 0 }] = await sql<{ count: number }>(
      "select count(*)::int from sessions join users on users.id = user_id where email = $1",
      [emailOf("cleo")],
    );
    expect(count).toBe(1);
  });

  it("is not used up by opening it without pressing anything", async () => {
    const secret = await printLink("una");
    const client = pageClient(origin, ownAddress());
    for (const path of ["/sign-in/link", `/sign-in/link?secret=${secret}`, `/sign-in/link?_rsc=${secret}`])
      await client.get(path);
    expect((await redeem(secret)).answer.status).toBe(303);
  });

  it("expires after a quarter of an hour", async () => {
    const secret = await printLink("del");
    const [row] = await sql<{ minutes: number }>(
      "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from verifications where value = $1",
      [emailOf("del")],
    );
    expect(row?.minutes).toBe(15);
    await sql("update verifications set expires_at = now() - interval '1 second' where value = $1", [emailOf("del")]);
    expect(alertOf((await redeem(secret)).answer)).toBe(REFUSED);
  });

  it("ends when the next one is made", async () => {
    const [first, second] = [await printLink("apo"), await printLink("apo")];
    expect(alertOf((await redeem(first)).answer)).toBe(REFUSED);
    expect((await redeem(second)).answer.status).toBe(303);
  });

  it("ends when the member is deactivated", async () => {
    const secret = await printLink("ann");
    await setMemberActive({ member: await memberOf("ann"), active: false }, { actor: "command line" });
    expect(alertOf((await redeem(secret)).answer)).toBe(REFUSED);
  });

  it("is stored as a hash, and the audit log records it without the link", async () => {
    const secret = await printLink("ben");
    const kept = await sql("select * from verifications where value = $1", [emailOf("ben")]);
    const events = await sql("select * from audit_events where subject = $1", [emailOf("ben")]);
    expect(kept).toHaveLength(1);
    expect(events).toMatchObject([{ action: "member.sign-in-link", actor: "command line", details: {} }]);
    expect(JSON.stringify([kept, events])).not.toContain(secret);
  });

  it.each(["", "AAAA", "a".repeat(43), "%00", "x".repeat(10_000)])("is not %j", async (secret) => {
    expect(alertOf((await redeem(secret)).answer)).toBe(REFUSED);
  });
});

it("a new password ends open sessions and outstanding links", async () => {
  const email = await givePassword(acme, "sen");
  const client = await signedIn(origin, email);
  const secret = await printLink("sen");
  const passwordHash = await hashPassword("another horse battery");
  await setPassword({ member: await memberOf("sen"), email, passwordHash, actor: "command line" });
  expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
  expect(alertOf((await redeem(secret)).answer)).toBe(REFUSED);
  const other = pageClient(origin, ownAddress());
  expect((await signIn(other, { email, password: PASSWORD })).status).toBe(200);
  expect((await signIn(other, { email, password: "another horse battery" })).status).toBe(303);
});
