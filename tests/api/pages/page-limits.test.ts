/** How many pages and actions an address or a session may ask for, and what is answered without asking Next. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { roomInMinute } from "../../support/clock-minute";
import { parseJson } from "../../support/http";
import { openOrganization } from "../../support/organization";
import { type PageClient, pageClient } from "../../support/page-client";
import { givePassword, ownAddress, signedIn } from "../../support/page-people";
import { type Service, startWithPages } from "../../support/service";

const acme = await openOrganization();
const rea = await givePassword(acme, "rea");
const TOO_MANY =
  /^You, or somebody at your address, have asked for too many pages\. Load this page again in ([1-9]|[1-5]\d|60) seconds?\.$/;

let service: Service;
beforeAll(async () => {
  service = await startWithPages(inject("adapter"), inject("databaseUrl"), {
    RATE_LIMIT_PAGES_PER_MINUTE: "12",
    RATE_LIMIT_ACTIONS_PER_MINUTE: "4",
    TRUSTED_PROXY_HOPS: "1",
  });
});
afterAll(() => service?.kill());

/** As the trusted proxy writes it. */
const from = (address: string) => ({ "x-forwarded-for": `203.0.113.200, ${address}` });
const statuses = async (client: PageClient, path: string, times: number, address: string) => {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push((await client.get(path, { headers: from(address) })).status);
  return answers;
};
const of = (status: number, times: number) => Array.from({ length: times }, () => status);

describe("without a session", () => {
  it("an address gets so many pages, then a page that says when to come back; others go on", async () => {
    await roomInMinute(8_000);
    const client = pageClient(service.origin);
    expect(await statuses(client, "/sign-in", 12, "198.51.100.1")).toEqual(of(200, 12));
    const refused = await client.get("/tokens", { headers: from("198.51.100.1") });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(refused.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-request-id": expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    });
    expect(/<p>(You.*?)<\/p>/.exec(refused.text)?.[1]).toMatch(TOO_MANY);
    expect(refused.text.length).toBeLessThan(1_000);
    expect(await statuses(client, "/sign-in", 1, "198.51.100.2")).toEqual([200]);
  });

  it("neither headers of the client's own nor a made-up session get around it", async () => {
    await roomInMinute(8_000);
    const client = pageClient(service.origin);
    expect(await statuses(client, "/", 12, "198.51.100.3")).toEqual(of(200, 12));
    for (const cookie of ["records.session_token=a.b", "records.session_token=", "records.session_token=a.AAAA%3D"]) {
      const headers = { ...from("198.51.100.3"), cookie, "x-real-ip": "192.0.2.1", "x-page-path": "/" };
      expect((await client.get("/", { headers })).status).toBe(429);
    }
    const otherProxy = { "x-forwarded-for": "192.0.2.7, 198.51.100.3" };
    expect((await client.get("/", { headers: otherProxy })).status).toBe(429);
  });

  it("addresses in one IPv6 network share a window", async () => {
    await roomInMinute(8_000);
    const client = pageClient(service.origin);
    expect(await statuses(client, "/", 6, "2001:db8:0:9::1")).toEqual(of(200, 6));
    expect(await statuses(client, "/", 6, "2001:db8:0:9::2")).toEqual(of(200, 6));
    expect(await statuses(client, "/", 1, "2001:db8:0:9::3")).toEqual([429]);
  });

  it("posts have their own, smaller window", async () => {
    await roomInMinute(8_000);
    const client = pageClient(service.origin);
    const headers = { ...from("198.51.100.5"), origin: service.origin };
    const page = await client.get("/sign-in", { headers });
    const posts = [];
    for (let time = 0; time < 5; time += 1) {
      posts.push((await client.submit("/sign-in", page, { email: "", password: "" }, { headers })).status);
    }
    expect(posts).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(client, "/sign-in", 1, "198.51.100.5")).toEqual([200]);
  });

  it("files, unknown paths and foreign posts cost nothing, and are not counted", async () => {
    await roomInMinute(8_000);
    const client = pageClient(service.origin);
    const page = await client.get("/sign-in", { headers: from("198.51.100.6") });
    const file = /\/_next\/static\/[^"]+\.js/.exec(page.text)?.[0] ?? "";
    expect(await statuses(client, file, 15, "198.51.100.6")).toEqual(of(200, 15));
    expect(await statuses(client, "/no/such/page", 15, "198.51.100.6")).toEqual(of(404, 15));
    const foreign = { ...from("198.51.100.6"), origin: "https://evil.test" };
    for (let time = 0; time < 5; time += 1) {
      expect((await client.get("/sign-in", { method: "POST", headers: foreign, body: "" })).status).toBe(403);
    }
    expect(await statuses(client, "/sign-in", 11, "198.51.100.6")).toEqual(of(200, 11));
    expect(await statuses(client, "/sign-in", 1, "198.51.100.6")).toEqual([429]);
  });
});

it("with a session, a member has a larger window of their own, whatever their neighbors at the address do", async () => {
  await roomInMinute(15_000);
  const headers = { origin: service.origin, ...from("198.51.100.7") };
  const client = pageClient(service.origin);
  const page = await client.get("/sign-in", { headers });
  const fields = { email: rea, password: "correct horse battery" };
  expect((await client.submit("/sign-in", page, fields, { headers })).status).toBe(303);
  await statuses(pageClient(service.origin), "/", 13, "198.51.100.7");
  expect(await statuses(pageClient(service.origin), "/", 1, "198.51.100.7")).toEqual([429]);
  expect(await statuses(client, "/openapi.json", 48, "198.51.100.7")).toEqual(of(200, 48));
  expect(await statuses(client, "/openapi.json", 1, "198.51.100.99")).toEqual([429]);
}, 60_000);

describe("what is not a page", () => {
  const origin = inject("origin");
  const visitor = pageClient(origin, ownAddress());

  it.each([
    "/no/such/page",
    "/docs/nope",
    "/favicon.ico/x",
    "/_next/image?url=%2Fa.png&w=640&q=75",
    "/api/auth/get-session",
    "/api/health/nothing",
    "/tokens/%E0%A4%A",
    "//",
    "/\\evil.test",
  ])("%s is told in a few bytes, without a script, a cookie or a redirect", async (path) => {
    const answer = await visitor.get(path);
    if (inject("adapter") === "node" && path === "/api/health/nothing") return expect(answer.status).toBe(404);
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-request-id": expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    });
    for (const name of ["set-cookie", "location", "x-powered-by"]) expect(answer.headers).not.toHaveProperty(name);
    expect(answer.text).toContain("<h1>There is no such page</h1>");
    expect(answer.text).not.toContain("<script");
    expect(answer.text.length).toBeLessThan(1_000);
  });

  it("headers that only Next uses change nothing", async () => {
    const headers = { rsc: "1", "next-router-prefetch": "1", "next-action": "00".repeat(21), "x-nextjs-data": "1" };
    const answer = await visitor.get("/no/such/page", { headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });

  it("a member's own token that is not there keeps its page", async () => {
    const member = await signedIn(origin, await givePassword(acme, "wim"));
    const answer = await member.get("/tokens/0123456789012345678901");
    expect([answer.status, answer.text.includes("There is nothing here")]).toEqual([404, true]);
  });
});

it("the service prints only lines of JSON, even when Next reports an unknown action", async () => {
  const client = pageClient(service.origin);
  const headers = {
    ...from("198.51.100.8"),
    origin: service.origin,
    "next-action": "00".repeat(21),
    "content-type": "text/plain;charset=UTF-8",
  };
  await client.get("/sign-in", { method: "POST", body: "[]", headers });
  await expect.poll(service.output).toContain("Failed to find Server Action");
  const lines = service.output().trim().split("\n");
  // `next start` greets before any code of ours (contract § 11).
  const ours = inject("adapter") === "node" ? lines : lines.slice(lines.findIndex((line) => line.startsWith("{")));
  expect(ours.filter((line) => typeof parseJson(line) !== "object")).toEqual([]);
});
