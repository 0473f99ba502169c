/** Signing in of members with a second factor: what the password alone opens, and what a code is good for. */
import { hashPassword } from "better-auth/crypto";
import { describe, expect, inject, it } from "vitest";
import { makeSignInLink } from "@/lib/session/sign-in-link";
import { setPassword } from "@/lib/store/people/credentials";
import { resetSecondFactorOf } from "@/lib/store/people/second-factors";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import type { Answer } from "../../support/http";
import { memberWith } from "../../support/member";
import { openOrganization } from "../../support/organization";
import { type PageClient, pageClient } from "../../support/page-client";
import { alertOf, entry, givePassword, ownAddress, PASSWORD, signedIn, signIn } from "../../support/page-people";
import { codeNow, giveSecondFactor, RECOVERY_CODES } from "../../support/second-factor";

const origin = inject("origin");
const acme = await openOrganization();
const WRONG = "That code is not right. Type the one that your app shows now.";
const USED = "That code has been used. Wait until your app shows the next one.";
const OUT = "307 /sign-in?next=%2Ftokens";

/** Each of these has a second factor from the start. */
const NAMES = ["rea", "wim", "ben", "ann", "una", "del", "sen", "asa", "duo", "par"] as const;
const people = new Map<string, string>();
for (const name of NAMES) {
  const email = await givePassword(acme, name);
  await giveSecondFactor(email);
  people.set(name, email);
}
const emailOf = (name: (typeof NAMES)[number]) => people.get(name) ?? "";

const memberOf = (email: string) => memberWith(acme.id, email);

/** After the right password, before any code. */
async function halfSignedIn(email: string): Promise<PageClient> {
  const client = pageClient(origin, ownAddress());
  const answer = await signIn(client, { email });
  expect([answer.status, answer.headers.location]).toEqual([303, "/sign-in/code?next=%2Foverview"]);
  return client;
}

/** Where a form without script is led that has nothing to go on with: nobody is signed in. */
function expectBegunAnew({ status, headers }: Answer): void {
  expect([303, 307]).toContain(status);
  expect(headers.location).toBe("/sign-in?next=%2Foverview");
}

async function give(client: PageClient, code: string) {
  const page = await client.get("/sign-in/code?next=/tokens");
  return client.submit("/sign-in/code", page, { code });
}

const eventsOf = (email: string, action: string) =>
  sql("select details from audit_events where subject = $1 and action = $2 order by at", [email, action]);

describe("the right password of somebody with a second factor", () => {
  it("opens nothing: no page, no session, no event of a sign-in", async () => {
    const client = await halfSignedIn(emailOf("rea"));
    expect([...client.cookies.keys()]).toEqual(["records.second_factor"]);
    for (const path of ["/overview", "/tokens", "/password", "/second-factor", "/reference", "/organization"]) {
      const { status, headers } = await client.get(path);
      expect([path, status, headers.location]).toEqual([path, 307, expect.stringMatching(/^\/sign-in\?next=/)]);
    }
    expect(await sql("select from sessions where user_id = $1", [emailOf("rea")])).toEqual([]);
    expect(await eventsOf(emailOf("rea"), "member.sign-in")).toEqual([]);
  });

  it("keeps its cookie from scripts and other sites, for ten minutes", async () => {
    const client = pageClient(origin, ownAddress());
    const answer = await signIn(client, { email: emailOf("rea") });
    const form = /^records\.second_factor=[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=600; HttpOnly; SameSite=lax$/i;
    expect(answer.headers["set-cookie"]).toEqual([expect.stringMatching(form)]);
  });

  it("and the code open the page they wanted, and both are in the audit log", async () => {
    const client = await halfSignedIn(emailOf("rea"));
    const answer = await give(client, await codeNow());
    expect([answer.status, answer.headers.location]).toEqual([303, "/tokens"]);
    expect([...client.cookies.keys()]).toEqual(["records.session_token"]);
    expect(await entry(client)).toBe("in");
    expect(await eventsOf(emailOf("rea"), "member.sign-in")).toEqual([
      { details: { method: "password", secondFactor: { by: "code" } } },
    ]);
  });
});

describe("a code", () => {
  it("that was used is not taken again, by whoever saw it, nor is one before it", async () => {
    const code = await codeNow();
    expect((await give(await halfSignedIn(emailOf("wim")), code)).status).toBe(303);
    const thief = await halfSignedIn(emailOf("wim"));
    expect(alertOf(await give(thief, code))).toBe(USED);
    expect(alertOf(await give(thief, await codeNow(-1)))).toMatch(/^That code (has been used|is not right)\./);
    expect(await entry(thief)).toBe(OUT);
    const [refused] = await eventsOf(emailOf("wim"), "member.second-factor-refused");
    expect(refused).toEqual({ details: { reason: "code used before" } });
  });

  it("signs in once if ten send it at the same time", async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => halfSignedIn(emailOf("duo"))));
    const code = await codeNow();
    const answers = await Promise.all(clients.map((client) => give(client, code)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await Promise.all(clients.map(entry))).toEqual(expect.arrayContaining(["in", OUT]));
    expect(await sql("select from sessions where user_id = $1", [emailOf("duo")])).toHaveLength(1);
  });

  it.each(["000000", "", "12345", "1234567", "abcde-fghjk", "' or true", "\0", "x".repeat(5_000)])(
    "is not %j",
    async (code) => {
      const client = await halfSignedIn(emailOf("asa"));
      const answer = await give(client, code);
      expect([answer.status, alertOf(answer)]).toEqual([200, expect.stringMatching(/^(That code is not|Too many)/)]);
      expect(await entry(client)).toBe(OUT);
    },
  );

  it("that is wrong is refused in words, and in the audit log; the right one still counts", async () => {
    const client = await halfSignedIn(emailOf("ben"));
    expect(alertOf(await give(client, "000000"))).toBe(WRONG);
    const refused = await eventsOf(emailOf("ben"), "member.second-factor-refused");
    expect(refused).toEqual([{ details: { reason: "wrong code" } }]);
    expect((await give(client, ` ${(await codeNow()).replace(/^.{3}/, "$& ")} `)).status).toBe(303);
  });

  it("can be tried ten times in ten minutes, from however many addresses; then the right one waits, too", async () => {
    const tries = [];
    // As the window turns it forgets one.
    for (let time = 0; time < 12; time += 1) {
      tries.push(alertOf(await give(await halfSignedIn(emailOf("ann")), "000000")));
    }
    expect(tries[0]).toBe(WRONG);
    expect(tries[11]).toMatch(/^Too many attempts\. Try again in \d{1,3} seconds?\.$/);
    expect(alertOf(await give(await halfSignedIn(emailOf("ann")), await codeNow()))).toMatch(/^Too many attempts\./);
  });
});

describe("a recovery code", () => {
  it("lets in once, in any spelling, and says how many are left", async () => {
    const client = await halfSignedIn(emailOf("una"));
    const typed = (RECOVERY_CODES[0] ?? "").toUpperCase().replace("-", " ");
    expect((await give(client, typed)).status).toBe(303);
    expect(await entry(client)).toBe("in");
    expect(await eventsOf(emailOf("una"), "member.sign-in")).toEqual([
      { details: { method: "password", secondFactor: { by: "recovery code", codesLeft: 1 } } },
    ]);
    const again = await halfSignedIn(emailOf("una"));
    expect(alertOf(await give(again, RECOVERY_CODES[0] ?? ""))).toBe(WRONG);
    expect((await give(again, RECOVERY_CODES[1] ?? "")).status).toBe(303);
  });

  it("is stored as a hash, and the secret is encrypted", async () => {
    const kept = await sql("select secret, recovery_hashes from second_factors where user_id = $1", [emailOf("del")]);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(/12345678901234567890|GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ|aaaaa|22222/);
  });
});

describe("a half sign-in", () => {
  it("expires after ten minutes", async () => {
    const client = await halfSignedIn(emailOf("del"));
    const page = await client.get("/sign-in/code");
    await sql("update verifications set expires_at = now() - interval '1 second' where value like $1", [
      `${emailOf("del")} %`,
    ]);
    expectBegunAnew(await client.submit("/sign-in/code", page, { code: await codeNow() }));
    const { status, headers } = await client.get("/sign-in/code?next=/tokens");
    expect([status, headers.location]).toEqual([307, OUT.slice(4)]);
  });

  it("is good for one session, even if its cookie is kept", async () => {
    const client = await halfSignedIn(emailOf("del"));
    const page = await client.get("/sign-in/code");
    const kept = new Map(client.cookies);
    expect((await client.submit("/sign-in/code", page, { code: await codeNow() })).status).toBe(303);
    const other = pageClient(origin, ownAddress());
    for (const [name, value] of kept) other.cookies.set(name, value);
    expectBegunAnew(await other.submit("/sign-in/code", page, { code: await codeNow(1) }));
    expect(await entry(other)).toBe(OUT);
  });

  it("ends with another password", async () => {
    const email = emailOf("sen");
    const client = await halfSignedIn(email);
    const page = await client.get("/sign-in/code");
    const passwordHash = await hashPassword("another horse battery");
    await setPassword({ member: await memberOf(email), email, passwordHash, actor: "command line" });
    expectBegunAnew(await client.submit("/sign-in/code", page, { code: await codeNow() }));
    expect(await sql("select from sessions where user_id = $1", [email])).toEqual([]);
  });

  it("also begins with a one-time link", async () => {
    const { url } = await makeSignInLink(await memberOf(emailOf("par")), { actor: "command line" });
    const client = pageClient(origin, ownAddress());
    const page = await client.get("/sign-in/link");
    const answer = await client.submit("/sign-in/link", page, { secret: url.split("#")[1] ?? "" });
    expect([answer.status, answer.headers.location]).toEqual([303, "/sign-in/code?next=%2Fpassword"]);
    expect(await entry(client)).toBe(OUT);
    expect((await give(client, await codeNow())).status).toBe(303);
    expect(await entry(client)).toBe("in");
  });
});

describe("a session", () => {
  it("that was begun without the factor opens nothing, however it came to be", async () => {
    const email = await givePassword(acme, "apo");
    const client = await signedIn(origin, email);
    await giveSecondFactor(email);
    expect(await entry(client)).toBe(OUT);
    const other = await halfSignedIn(email);
    expect((await give(other, await codeNow())).status).toBe(303);
    await sql("update sessions set second_factor_at = null where user_id = $1", [email]);
    expect(await entry(other)).toBe(OUT);
  });

  it("goes on with the password alone, and ends twelve hours after the code", async () => {
    const email = await givePassword(acme, "cleo");
    await giveSecondFactor(email);
    const client = await halfSignedIn(email);
    await give(client, await codeNow());
    await sql("update sessions set second_factor_at = now() - interval '11 hours' where user_id = $1", [email]);
    const page = await client.get("/sign-in?again=1");
    const answer = await client.submit("/sign-in", page, { email, password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, "/sign-in/done"]);
    const [session] = await sql<{ minutes: number }>(
      "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from sessions where user_id = $1",
      [email],
    );
    expect(session?.minutes).toBeGreaterThanOrEqual(59);
    expect(session?.minutes).toBeLessThanOrEqual(60);
  });
});

it("a reset by the command line lets the member in without a code, and ends their sessions", async () => {
  const email = emailOf("del");
  const command = ["members", "reset-second-factor", "--organization", acme.key, "--member", email];
  const printed = await runAdmin(command);
  expect(printed).toBe(`The second factor of ${email} is reset.\n`);
  expect(await sql("select from second_factors where user_id = $1", [email])).toEqual([]);
  expect(await sql("select from sessions where user_id = $1", [email])).toEqual([]);
  expect((await signIn(pageClient(origin, ownAddress()), { email })).headers.location).toBe("/overview");
  expect(await resetSecondFactorOf(await memberOf(email), "everywhere", { actor: "command line" })).toBe("none");
});

it("where the organization asks for a second factor, a member without one must set it up before anything else; others continue", async () => {
  const zenith = await openOrganization("zenith");
  const [ada, wim] = [await givePassword(zenith, "ada"), await givePassword(zenith, "wim")];
  const [administrator, member] = [await signedIn(origin, ada), await signedIn(origin, wim)];
  const { organization } = zenith.file;
  const ask = async (requireSecondFactor: string) => {
    const tokenPolicy = { ...(organization.tokenPolicy as object), requireSecondFactor };
    await zenith.apply({ ...zenith.file, organization: { ...organization, tokenPolicy } });
  };
  await ask("administrators");
  const setUp = "307 /second-factor/set-up?next=%2Ftokens";
  expect([await entry(administrator), await entry(member)]).toEqual([setUp, "in"]);
  for (const path of ["/overview", "/second-factor", "/password", "/admin/members", "/admin/audit/export"]) {
    const { status, headers } = await administrator.get(path);
    expect([path, status, headers.location]).toEqual([path, 307, expect.stringMatching(/^\/second-factor\/set-up/)]);
  }
  expect((await administrator.get("/second-factor/set-up")).text).toContain("asks for it");
  await ask("members");
  expect([await entry(administrator), await entry(member)]).toEqual([setUp, setUp]);
  await giveSecondFactor(wim);
  const again = await halfSignedIn(wim);
  await give(again, await codeNow());
  expect(await entry(again)).toBe("in");
});
