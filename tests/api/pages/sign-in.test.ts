/** Signing in with a password, and how a session ends. */
import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { setMemberActive } from "@/lib/store/people/members";
import { sql } from "../../support/database-client";
import { memberWith } from "../../support/member";
import { openOrganization } from "../../support/organization";
import { pageClient } from "../../support/page-client";
import { alertOf, entry, givePassword, ownAddress, PASSWORD, signedIn, signIn } from "../../support/page-people";

const origin = inject("origin");
const acme = await openOrganization();
const [rea, wim, ina, ann, ben] = [
  await givePassword(acme, "rea"),
  await givePassword(acme, "wim"),
  await givePassword(acme, "ina"),
  await givePassword(acme, "ann"),
  await givePassword(acme, "ben"),
];
const REFUSED = "Wrong e-mail address or password.";

describe("the right password", () => {
  it("leads to the overview, with a cookie that scripts and other sites do not get", async () => {
    const answer = await signIn(pageClient(origin, ownAddress()), { email: rea });
    expect([answer.status, answer.headers.location]).toEqual([303, "/overview"]);
    const cookies = answer.headers["set-cookie"] ?? [];
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^records\.session_token=[^;]{40,}; Path=\/; Expires=[^;]+; Max-Age=43200; HttpOnly; SameSite=lax$/i,
    );
  });

  it("works with any spelling of the address", async () => {
    const answer = await signIn(pageClient(origin, ownAddress()), { email: ` ${rea.toUpperCase()} ` });
    expect(answer.status).toBe(303);
  });

  it("gives a new session each time, and ends the browser's former one", async () => {
    const client = await signedIn(origin, rea);
    const former = new Map(client.cookies);
    const page = await client.get("/sign-in?again=1");
    expect((await client.submit("/sign-in", page, { email: rea, password: PASSWORD })).status).toBe(303);
    expect(client.cookies.get("records.session_token")).not.toBe(former.get("records.session_token"));
    expect(await entry(client)).toBe("in");
    const kept = pageClient(origin);
    for (const [name, value] of former) kept.cookies.set(name, value);
    expect(await entry(kept)).toBe("307 /sign-in?next=%2Ftokens");
  });

  it("leaves an event with method, address and request id", async () => {
    const address = ownAddress();
    const answer = await signIn(pageClient(origin, address), { email: ben });
    const events = await sql(
      "select actor, subject, details, address, request_id from audit_events where action = 'member.sign-in' and actor = $1",
      [ben],
    );
    const event = { actor: ben, subject: ben, details: { method: "password" }, address };
    expect(events).toEqual([{ ...event, request_id: answer.headers["x-request-id"] }]);
  });

  it.each([
    ["/tokens?sort=name", "/tokens?sort=name"],
    ["/\t/evil.test/", "/overview"],
  ])("leads from next=%s to %s", async (next, location) => {
    const client = pageClient(origin, ownAddress());
    const page = await client.get(`/sign-in?next=${encodeURIComponent(next)}`);
    const answer = await client.submit("/sign-in", page, { email: rea, password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
  });
});

describe("a refusal", () => {
  it.each([
    ["a wrong password", { email: wim, password: "wrong horse battery" }],
    ["an address that nobody has", { email: "nobody@nowhere.test", password: PASSWORD }],
    ["a member who is not active", { email: ina, password: PASSWORD }],
    ["a password of 50,000 characters", { email: wim, password: "x".repeat(50_000) }],
  ])("says the same for %s, and leaves no cookie", async (_what, fields) => {
    const answer = await signIn(pageClient(origin, ownAddress()), fields);
    expect([answer.status, alertOf(answer), answer.headers["set-cookie"]]).toEqual([200, REFUSED, undefined]);
    expect(answer.text).not.toContain(PASSWORD);
  });

  it("of a member leaves an event with address and request id, as a sign-out does", async () => {
    const address = ownAddress();
    const client = pageClient(origin, address);
    const refused = await signIn(client, { email: ben, password: "wrong horse battery" });
    await signIn(client, { email: ben });
    const page = await client.get("/overview");
    const [, signOut = ""] = /name="(\$ACTION_ID_\w+)"(?:(?!<\/form>)[\s\S])*>Sign out</.exec(page.text) ?? [];
    const left = await client.submit("/overview", page, { [signOut]: "" });
    const events = () =>
      sql(
        `select action, subject, address, request_id from audit_events
         where actor = $1 and action in ('member.sign-in-refused', 'member.sign-out') order by at`,
        [ben],
      );
    await expect.poll(events).toEqual([
      { action: "member.sign-in-refused", subject: ben, address, request_id: refused.headers["x-request-id"] },
      { action: "member.sign-out", subject: ben, address, request_id: left.headers["x-request-id"] },
    ]);
  });
});

it("a password that is changed while it is being looked at lets nobody in", async () => {
  const email = await givePassword(acme, "apo");
  const sessions = () => sql("select from sessions where user_id = $1", [email]);
  const change = new pg.Client({ connectionString: inject("databaseUrl") });
  await change.connect();
  await change.query("begin");
  await change.query("update accounts set password = 'another' where user_id = $1", [email]);
  await change.query("delete from sessions where user_id = $1", [email]);
  const client = pageClient(origin, ownAddress());
  const signingIn = signIn(client, { email });
  await expect.poll(sessions).toHaveLength(1);
  await change.query("commit");
  await change.end();
  expect(alertOf(await signingIn)).toBe(REFUSED);
  expect([await sessions(), client.cookies.size]).toEqual([[], 0]);
});

describe("ten failures", () => {
  it("of an address stop it for the rest of the minute, the right password included; other addresses go on", async () => {
    const client = pageClient(origin, ownAddress());
    const page = await client.get("/sign-in");
    const spoofed = (time: number) => ({
      headers: { "x-forwarded-for": `203.0.113.${time}`, "x-real-ip": `203.0.113.${time}` },
    });
    const tries = [];
    for (let time = 0; time < 12; time += 1) {
      const fields = { email: `guess${time}@${acme.key}.test`, password: "wrong horse battery" };
      tries.push(alertOf(await client.submit("/sign-in", page, fields, spoofed(time))));
    }
    // A minute may have turned in between, which forgets one of them.
    expect(tries.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => REFUSED));
    expect(tries[11]).toMatch(/^Too many attempts\. Try again in ([1-9]|[1-5]\d|60) seconds?\.$/);
    const right = await client.submit("/sign-in", page, { email: rea, password: PASSWORD });
    expect([right.status, right.headers["set-cookie"]]).toEqual([200, undefined]);
    expect((await signIn(pageClient(origin, ownAddress()), { email: rea })).status).toBe(303);
  });

  it("of an account at once are the most that are tried, even from as many addresses", async () => {
    const guess = (password: string) => signIn(pageClient(origin, ownAddress()), { email: ann, password });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, time) => guess(`wrong horse battery ${time}`)));
    const refused = answers.filter((answer) => alertOf(answer)?.startsWith("Too many attempts."));
    // As the window turns it forgets one.
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(alertOf(await guess(PASSWORD))).toMatch(/^Too many attempts\. Try again in \d{1,3} seconds?\.$/);
  });
});

describe("a session ends", () => {
  it("with signing out, in the database and not only in the browser", async () => {
    const client = await signedIn(origin, rea);
    const kept = new Map(client.cookies);
    const page = await client.get("/tokens");
    const answer = await client.submit("/tokens", page, signOutForm(page.text));
    expect([answer.status, answer.headers.location]).toEqual([303, "/sign-in"]);
    expect(client.cookies.has("records.session_token")).toBe(false);
    for (const [name, value] of kept) client.cookies.set(name, value);
    expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
  });

  it("with the member's deactivation, for good", async () => {
    const name = await givePassword(acme, "sen");
    const client = await signedIn(origin, name);
    expect(await entry(client)).toBe("in");
    const member = await memberWith(acme.id, name);
    await setMemberActive({ member, active: false }, { actor: "command line" });
    expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
    await setMemberActive({ member, active: true }, { actor: "command line" });
    expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
  });

  it("after twelve hours", async () => {
    const client = await signedIn(origin, rea);
    await sql("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [rea]);
    expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
  });
});

it("a session cookie made with another secret, or no cookie, redirects to signing in", async () => {
  const client = await signedIn(origin, rea);
  const [token = ""] = (client.cookies.get("records.session_token") ?? "").split(".");
  for (const forged of [token, `${token}.`, `${token}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D`, ""]) {
    client.cookies.set("records.session_token", forged);
    expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
  }
});

/** The form of the header's button has no field but the one that names its action. */
function signOutForm(html: string): Record<string, string> {
  const form = (html.match(/<form\b[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes("Sign out")) ?? "";
  const name = /name="(\$ACTION_ID_[^"]+)"/.exec(form)?.[1];
  if (name === undefined) throw new Error("The page has no form to sign out with.");
  return { [name]: "" };
}
