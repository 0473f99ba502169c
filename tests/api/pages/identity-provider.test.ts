/** Signing in through a team's own identity provider: whom it lets in, and what it is not believed. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { sendTo } from "../../support/http";
import { type IdentityProvider, startIdentityProvider } from "../../support/identity-provider";
import { openOrganization } from "../../support/organization";
import { type PageClient, pageClient } from "../../support/page-client";
import { alertOf, entry, givePassword, ownAddress } from "../../support/page-people";
import { giveSecondFactor } from "../../support/second-factor";
import { type Service, startWithPages } from "../../support/service";

/** What stands in the browsers, whatever address the tests ask. */
const PUBLIC = "http://pages.example.test";
const acme = await openOrganization();
const emailOf = (name: string) => `${name}@${acme.key}.test`;
const FROM_PAGE = { headers: { origin: PUBLIC } };
let provider: IdentityProvider;
let service: Service;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startWithPages(inject("adapter"), inject("databaseUrl"), {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: "Example Works",
    APP_URL: PUBLIC,
  });
});
afterAll(async () => {
  await service?.kill();
  await provider?.stop();
});
beforeEach(() => {
  provider.forged = {};
});

type Way = { client?: PageClient; page?: string; callback?: (path: string) => string };

/** To the provider and back, as a browser goes. The answer is that of the way back. */
async function signIn({
  client = pageClient(service.origin, ownAddress()),
  page = "/sign-in?next=/tokens?sort=name",
  callback = (path) => path,
}: Way = {}) {
  const form = await client.get(page);
  const begun = await client.submit("/sign-in", form, { mode: page.includes("again") ? "again" : "first" }, FROM_PAGE);
  const authorize = new URL(String(begun.headers.location));
  const back = await sendTo(provider.issuer, authorize.pathname + authorize.search, {});
  const { pathname, search } = new URL(String(back.headers.location));
  return { client, begun, answer: await client.get(callback(pathname + search)) };
}

async function refused(way?: Way): Promise<void> {
  const { client, answer } = await signIn(way);
  expect([302, 307]).toContain(answer.status);
  const { pathname, searchParams } = new URL(String(answer.headers.location), service.origin);
  expect([pathname, searchParams.get("provider")]).toEqual(["/sign-in", "failed"]);
  expect(client.cookies.has("records.session_token")).toBe(false);
  const page = await client.get(`/sign-in?${searchParams}`);
  expect(alertOf(page)).toMatch(/^The identity provider did not let you in/);
}

const accounts = (email: string) =>
  sql("select accounts.* from accounts join users on users.id = user_id where email = $1 and provider_id = 'oidc'", [
    email,
  ]);

const membersOf = (organizationId: string) =>
  sql("select email, name from members where organization_id = $1 order by email", [organizationId]);

describe("the identity provider", () => {
  it("is asked for a code, with PKCE, a state and a nonce, to be sent to this service's own address", async () => {
    provider.person = { sub: "wim-1", email: emailOf("wim"), email_verified: true, name: "Wim" };
    const { begun } = await signIn();
    expect(String(begun.headers.location)).toMatch(new RegExp(`^${provider.issuer}/authorize\\?`));
    expect(begun.headers["content-security-policy"]).toContain(`form-action 'self' ${provider.issuer}`);
    expect(Object.fromEntries(provider.asked)).toMatchObject({
      response_type: "code",
      client_id: provider.clientId,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{16,}/),
      nonce: expect.stringMatching(/.{16,}/),
      scope: "openid email profile",
      redirect_uri: "http://pages.example.test/api/auth/callback/oidc",
    });
    expect(provider.asked.has("prompt")).toBe(false);
  });

  it("signs in a first-time member by the verified address, and redirects to where they wanted to go", async () => {
    provider.person = { sub: "rea-1", email: emailOf("rea").toUpperCase(), email_verified: true, name: "Rea" };
    const { client, answer } = await signIn();
    expect([answer.status, answer.headers.location]).toEqual([302, "/tokens?sort=name"]);
    const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith("records.session_token="));
    expect(cookie).toMatch(/Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/i);
    expect(await entry(client)).toBe("in");
    const [session] = await sql("select ip_address from sessions join users on users.id = user_id where email = $1", [
      emailOf("rea"),
    ]);
    expect(session?.ip_address).toMatch(/^127\./);
    const [event] = await sql(
      "select details, address from audit_events where actor = $1 and action = 'member.sign-in'",
      [emailOf("rea")],
    );
    expect(event).toEqual({ details: { method: "identity provider" }, address: session?.ip_address });
  });

  it("leads to the member who has a password here, and neither makes members nor keeps the provider's tokens", async () => {
    const email = await givePassword(acme, "cleo");
    const before = await membersOf(acme.id);
    provider.person = { sub: "cleo-1", email, email_verified: "true", name: "Another name" };
    const { client } = await signIn();
    expect(await entry(client)).toBe("in");
    await signIn();
    const linked = await accounts(email);
    expect(linked).toMatchObject([{ account_id: "cleo-1", access_token: null, refresh_token: null, id_token: null }]);
    expect(await membersOf(acme.id)).toEqual(before);
  });

  it("replaces the second factor, too: it decides whether a code is asked for", async () => {
    const email = await givePassword(acme, "sen");
    await giveSecondFactor(email);
    provider.person = { sub: "sen-1", email, email_verified: true };
    const { client } = await signIn();
    expect(await entry(client)).toBe("in");
    const strict = await openOrganization("strict");
    const tokenPolicy = { requireSecondFactor: "members" };
    await strict.apply({ ...strict.file, organization: { ...strict.file.organization, tokenPolicy } });
    provider.person = { sub: "wim-strict", email: `wim@${strict.key}.test`, email_verified: true };
    expect(await entry((await signIn()).client)).toBe("in");
  });

  it("ends the browser's former session, and is asked for a fresh login when proof is required again", async () => {
    provider.person = { sub: "una-1", email: emailOf("una"), email_verified: true };
    const { client } = await signIn();
    const former = new Map(client.cookies);
    const { answer } = await signIn({ client, page: "/sign-in?again=1" });
    expect(answer.headers.location).toBe("/sign-in/done");
    expect(provider.asked.get("prompt")).toBe("login");
    expect(await entry(client)).toBe("in");
    for (const [name, value] of former) client.cookies.set(name, value);
    expect(await entry(client)).toBe("307 /sign-in?next=%2Ftokens");
  });
});

describe("is not let in", () => {
  it.each<[string, object]>([
    ["somebody who is no member", { email: "stranger@elsewhere.test", email_verified: true }],
    ["a member who is not active", { email: emailOf("ina"), email_verified: true }],
    ["an address that the provider has not verified", { email: emailOf("del"), email_verified: false }],
    ["an address of which the provider does not say", { email: emailOf("del") }],
    ["somebody without an address", { email_verified: true }],
  ])("%s, and no user is made", async (_who, claims) => {
    const sub = `somebody ${randomUUID()}`;
    const email = "email" in claims ? String(claims.email) : "";
    const users = () => sql("select id from users where email = $1", [email]);
    const before = await users();
    provider.person = { sub, ...claims };
    await refused();
    expect(await users()).toEqual(before);
    expect(await sql("select from accounts where account_id = $1", [sub])).toEqual([]);
  });

  it("whoever has another account at the provider's since the address passed to somebody else", async () => {
    provider.person = { sub: "apo-1", email: emailOf("apo"), email_verified: true };
    expect((await signIn()).answer.headers.location).toBe("/tokens?sort=name");
    provider.person = { sub: "apo-1", email: emailOf("ann"), email_verified: true };
    await refused();
    provider.person = { sub: "apo-1", email: "gone@elsewhere.test", email_verified: true };
    await refused();
  });

  it.each<[string, Record<string, unknown>]>([
    ["of another issuer", { iss: "https://evil.test" }],
    ["for another service", { aud: "another" }],
    ["that has expired", { exp: 1 }],
    ["of another request", { nonce: "another" }],
  ])("a member with an ID token %s", async (_what, forged) => {
    provider.person = { sub: "ben-1", email: emailOf("ben"), email_verified: true };
    provider.forged = forged;
    await refused();
  });

  it("a browser that did not begin, or comes back with another state or code", async () => {
    provider.person = { sub: "ben-1", email: emailOf("ben"), email_verified: true };
    await refused({ callback: (path) => path.replace(/state=[^&]+/, "state=another") });
    await refused({ callback: (path) => path.replace(/code=[^&]+/, "code=another") });
    await refused({ callback: (path) => path.replace(/\?.*/, "") });
    let stolen = "";
    await signIn({
      callback: (path) => {
        stolen = path;
        return "/sign-in";
      },
    });
    const other = pageClient(service.origin, ownAddress());
    await other.get(stolen);
    expect(other.cookies.has("records.session_token")).toBe(false);
  });
});

it("while the provider is away, signing in says so, and passwords work", async () => {
  const away = await startWithPages(inject("adapter"), inject("databaseUrl"), {
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "a",
    OIDC_CLIENT_SECRET: "b",
    OIDC_NAME: "Nobody There",
  });
  try {
    const client = pageClient(away.origin, ownAddress());
    const page = await client.get("/sign-in");
    expect(page.text).toContain("Sign in with <!-- -->Nobody There");
    expect(alertOf(await client.submit("/sign-in", page, { mode: "first" }))).toMatch(
      /^The identity provider did not let you in/,
    );
    const email = await givePassword(acme, "red");
    const answer = await client.submit("/sign-in", page, { email, password: "correct horse battery" });
    expect(answer.status).toBe(303);
  } finally {
    await away.kill();
  }
});
