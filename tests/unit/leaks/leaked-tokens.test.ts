/** Reports of leaked tokens: signed ones revoke, forged ones do nothing, and nobody learns what became of one. */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { revokeLeaked } from "@/lib/leaks/revoke-leaked";
import { isSigned, parseKeys, parseReport } from "@/lib/leaks/signed-report";
import { listNotices } from "@/lib/notices/list";
import { runtime } from "@/lib/process/runtime";
import { createToken } from "@/lib/tokens/change/create";
import { listAllTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visible-token";
import { wrongSecretFor } from "../../support/token-text";
import { openTestDatabase } from "../configuration/database";
import { BY, eventsOf, openOwners } from "../tokens/owners";

const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const known = pair();
const pem = known.publicKey.export({ type: "spki", format: "pem" }).toString();
const keysText = JSON.stringify({ public_keys: [{ key_identifier: "k1", key: pem, is_current: true }] });
const folder = mkdtempSync(join(tmpdir(), "leaks-"));
const path = join(folder, "keys.json");
writeFileSync(path, keysText);
process.env.LEAK_REPORT_KEYS = path;
process.env.LOG_LEVEL = "silent";
openTestDatabase();

const { POST } = await import("@/app/api/leaked-tokens/route");

const FROM = { address: "192.0.2.9", requestId: "request-9" };

let owners: Awaited<ReturnType<typeof openOwners>>;
beforeEach(async () => {
  owners = await openOwners();
});

const newToken = (expires: Date | null = null) =>
  createToken(owners.ada, { name: "Sync", purpose: "", expires, scopes: null }, BY);
const stateOf = async (id: string) =>
  (await listAllTokens(ownTokens(owners.ada))).find((token) => token.id === id)?.state ?? "unknown";

const reportOf = (...tokens: string[]) =>
  JSON.stringify(tokens.map((token) => ({ token, type: "records", url: "https://example.test/x", source: "content" })));
const signatureOf = (body: string, key = known.privateKey) => sign("sha256", Buffer.from(body), key).toString("base64");
function post(body: string, headers: Record<string, string>): Promise<Response> {
  return POST(new Request("http://service.test/api/leaked-tokens", { method: "POST", body, headers }));
}
const signed = (body: string) => ({
  "github-public-key-identifier": "k1",
  "github-public-key-signature": signatureOf(body),
});

describe("a signed report", () => {
  it("revokes live tokens within a second, and tells their owner and the audit log", async () => {
    const [first, second, other] = [await newToken(), await newToken(), await newToken()];
    // What a process reads for its first report is read by now.
    await post(reportOf("nothing"), signed(reportOf("nothing")));
    const began = performance.now();
    const body = reportOf(first.text, `export TOKEN=${second.text};`, "service_v1_nothing");
    const response = await post(body, signed(body));
    expect(performance.now() - began).toBeLessThan(1_000);
    expect([response.status, await response.json()]).toEqual([200, []]);
    expect([await stateOf(first.id), await stateOf(second.id), await stateOf(other.id)]).toEqual([
      "revoked",
      "revoked",
      "active",
    ]);
    const { notices } = await listNotices(owners.ada);
    expect(notices.map(({ kind, token, details }) => [kind, token?.id, details.by]).sort()).toEqual(
      [
        ["token.leaked", first.id, "leak report"],
        ["token.leaked", second.id, "leak report"],
      ].sort(),
    );
    expect((await eventsOf(first.id)).at(-1)).toMatchObject({ actor: "leak report", action: "token.revoke" });
  });

  it("is worked off to its end, however many tokens it names", async () => {
    const { id, text } = await newToken();
    const unknown = Array.from({ length: 1_200 }, (_, index) => wrongSecretFor(String(index).padStart(22, "0")));
    const body = reportOf(...unknown, text);
    expect((await post(body, signed(body))).status).toBe(200);
    expect(await stateOf(id)).toBe("revoked");
  });

  it("says the same of a live token, a revoked one, a wrong secret, and of nothing", async () => {
    const { id, text } = await newToken();
    const responses: unknown[] = [];
    for (const reported of [text, text, wrongSecretFor(id), wrongSecretFor("0".repeat(22)), "hello"]) {
      const body = reportOf(reported);
      const began = performance.now();
      const response = await post(body, signed(body));
      expect(performance.now() - began).toBeGreaterThan(390);
      responses.push([response.status, [...response.headers].sort(), await response.text()]);
    }
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await eventsOf(id)).toHaveLength(2);
  });
});

it("a token is not revoked by its id alone, nor by a secret that is not its own", async () => {
  const { id } = await newToken();
  await revokeLeaked([id, `service_v1_${id}`, wrongSecretFor(id)], 20, FROM);
  expect(await stateOf(id)).toBe("active");
});

it("a report by hand revokes as many tokens as it may have, found in any text", async () => {
  const tokens = [await newToken(), await newToken(), await newToken()];
  const [a, b, c] = tokens.map(({ text }) => text);
  const leftOut = await revokeLeaked([`{"k": "${a}"}\n# ${b} and again ${a}\n${c}`], 2, FROM);
  expect(leftOut).toBe(1);
  expect(await Promise.all(tokens.map(({ id }) => stateOf(id)))).toEqual(["revoked", "revoked", "active"]);
});

describe("of 1,000 forged reports", () => {
  /** Each is wrong in another way. */
  function forged(text: string, number: number): [body: string, headers: Record<string, string>] {
    const body = reportOf(text);
    const good = signed(body);
    const raw = Buffer.from(good["github-public-key-signature"], "base64");
    const flipped = Buffer.from(raw);
    flipped[number % raw.length] = (flipped[number % raw.length] ?? 0) ^ (1 << (number % 8));
    const stranger = number % 50 === 0 ? pair() : STRANGER;
    const ways: [string, Record<string, string>][] = [
      [body, { ...good, "github-public-key-signature": flipped.toString("base64") }],
      [body, { ...good, "github-public-key-signature": signatureOf(body, stranger.privateKey) }],
      [`${body} `, good],
      [reportOf(text, String(number)), good],
      [body, { ...good, "github-public-key-identifier": `k${number + 2}` }],
      [body, { ...good, "github-public-key-identifier": "__proto__" }],
      [body, { "github-public-key-identifier": "k1" }],
      [body, { "github-public-key-signature": good["github-public-key-signature"] }],
      [body, { ...good, "github-public-key-signature": raw.subarray(0, number % raw.length).toString("base64") }],
      [body, {}],
    ];
    return ways[number % ways.length] ?? [body, {}];
  }
  const STRANGER = pair();

  it("none has a signature that holds", async () => {
    const { text } = await newToken();
    const keys = parseKeys(keysText);
    const held = Array.from({ length: 1_000 }, (_, number) => {
      const [body, headers] = forged(text, number);
      const identifier = headers["github-public-key-identifier"] ?? null;
      return isSigned(
        { body: Buffer.from(body), identifier, signature: headers["github-public-key-signature"] ?? null },
        keys,
      );
    });
    expect(held.filter(Boolean)).toHaveLength(0);
  });

  it("none does anything, and most are not even read", async () => {
    const { id, text } = await newToken();
    const statuses = new Map<number, number>();
    for (let number = 0; number < 1_000; number += 1) {
      const { status } = await post(...forged(text, number));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([403, 429]);
    expect(statuses.get(403)).toBeLessThanOrEqual(30);
    expect(await stateOf(id)).toBe("active");
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

it.each(["", "{}", '[{"token": 1}]', "[1]", "\u0000", `[{"token":"${"x".repeat(1_001)}"}]`])(
  "a signed body that is no report does nothing: %j",
  async (body) => expect(parseReport(Buffer.from(body))).toBeNull(),
);

it.each([
  ["{}", "Invalid input"],
  ['{"public_keys":[{"key_identifier":"a","key":"x"}]}', "DECODER"],
  [
    JSON.stringify({
      public_keys: [
        {
          key_identifier: "a",
          key: generateKeyPairSync("ec", { namedCurve: "P-384" })
            .publicKey.export({ type: "spki", format: "pem" })
            .toString(),
        },
      ],
    }),
    "not of P-256",
  ],
])("keys that are none of P-256 are refused", (text, message) => {
  expect(() => parseKeys(text)).toThrow(message);
});

it.each([
  ["that is not there", join(folder, "none.json"), "ENOENT: no such file or directory"],
  ["that is no list of keys", join(folder, "empty.json"), "it has no list public_keys"],
])("a file of keys %s is named by whoever asks for it first, which the start does", async (_, path, reason) => {
  writeFileSync(join(folder, "empty.json"), "{}");
  vi.stubEnv("LEAK_REPORT_KEYS", path);
  vi.resetModules();
  await runtime.close();
  const { leakReportKeys } = await import("@/lib/leaks/signed-report");
  expect(() => leakReportKeys()).toThrow(`LEAK_REPORT_KEYS names a file that cannot be used: ${reason}`);
  vi.unstubAllEnvs();
});

it("without keys there is no such path", async () => {
  vi.stubEnv("LEAK_REPORT_KEYS", "");
  await runtime.close();
  vi.resetModules();
  const { POST: withoutKeys } = await import("@/app/api/leaked-tokens/route");
  const request = new Request("http://service.test/", { method: "POST", body: "[]" });
  expect((await withoutKeys(request)).status).toBe(404);
  vi.unstubAllEnvs();
});
