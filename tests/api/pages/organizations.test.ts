/** One person in several organizations: they choose, and the choice carries no authority. */
import { describe, expect, inject, it } from "vitest";
import { setMemberActive } from "@/lib/store/people/members";
import { sql } from "../../support/database-client";
import { memberWith } from "../../support/member";
import { openOrganization } from "../../support/organization";
import { givePassword, signedIn } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization("acme");
const zenith = await openOrganization("zenith");
const rea = await givePassword(acme, "rea");
await sql("update members set email = $1 where id = $2", [rea, zenith.memberId("ann")]);
await sql("update organizations set name = 'Acme Works' where id = $1", [acme.id]);
await sql("update organizations set name = 'Zenith Foods' where id = $1", [zenith.id]);

const CHOICE = "records.organization";

describe("a member of two organizations", () => {
  it("is asked to choose one, once, and can switch to the other", async () => {
    const client = await signedIn(origin, rea);
    const asked = await client.get("/tokens?sort=name");
    expect([asked.status, asked.headers.location]).toEqual([307, "/organization?next=%2Ftokens%3Fsort%3Dname"]);
    const page = await client.get("/organization?next=%2Ftokens%3Fsort%3Dname");
    expect(page.text.indexOf("Acme Works")).toBeGreaterThan(0);
    expect(page.text.indexOf("Zenith Foods")).toBeGreaterThan(page.text.indexOf("Acme Works"));
    const chosen = await client.submit("/organization", page, { member: zenith.memberId("ann") });
    expect([chosen.status, chosen.headers.location]).toEqual([303, "/tokens?sort=name"]);
    expect(chosen.headers["set-cookie"]?.[0]).toMatch(
      new RegExp(`^${CHOICE}=[0-9a-f-]{36}; Path=/; Expires=[^;]+; Max-Age=31536000; HttpOnly; SameSite=lax$`, "i"),
    );
    expect((await client.get("/tokens")).text).toContain("Zenith Foods");
    await client.submit("/organization", page, { member: acme.memberId("rea") });
    expect((await client.get("/tokens")).text).not.toContain("Zenith Foods");
  });

  it("reaches nobody else's membership by choosing it, or by writing the cookie", async () => {
    const client = await signedIn(origin, rea);
    const page = await client.get("/organization");
    for (const other of [acme.memberId("ada"), zenith.memberId("ada"), "", "x".repeat(5_000)]) {
      const answer = await client.submit("/organization", page, { member: other });
      expect(answer.headers).not.toHaveProperty("set-cookie");
      client.cookies.set(CHOICE, encodeURIComponent(other));
      expect((await client.get("/tokens")).headers.location).toBe("/organization?next=%2Ftokens");
      client.cookies.delete(CHOICE);
    }
  });

  it("is not moved to the other organization when one of them ends", async () => {
    const client = await signedIn(origin, rea);
    const page = await client.get("/organization");
    await client.submit("/organization", page, { member: zenith.memberId("ann") });
    const member = await memberWith(zenith.id, rea);
    await setMemberActive({ member, active: false }, { actor: "command line" });
    expect((await client.get("/tokens")).headers.location).toBe("/organization?next=%2Ftokens");
    const left = await client.get("/organization");
    expect(left.text).toContain("Acme Works");
    expect(left.text).not.toContain("Zenith Foods");
    await setMemberActive({ member, active: true }, { actor: "command line" });
  });
});

it("the next person to sign in at the same browser does not inherit the choice", async () => {
  const client = await signedIn(origin, rea);
  const wim = await givePassword(acme, "wim");
  client.cookies.set(CHOICE, acme.memberId("rea"));
  const page = await client.get("/sign-in?again=1");
  await client.submit("/sign-in", page, { email: wim, password: "correct horse battery" });
  expect(client.cookies.has(CHOICE)).toBe(false);
  expect((await client.get("/tokens")).status).toBe(200);
});
