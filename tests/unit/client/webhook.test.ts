/** `verifyWebhook` accepts what the service signs, and the published examples; and nothing else, with what to do. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newSigningKeys, shownPublicKey, shownSecret, signatureOf } from "@/lib/crypto/webhook-signature";
import { verifyWebhook, WebhookVerificationError } from "@/packages/client/src/client";

const keys = newSigningKeys();
const [secret, publicKey] = [shownSecret(keys), shownPublicKey(keys)];
const SECONDS = 1_614_265_330;
const DELIVERY = {
  type: "records.changed",
  timestamp: "2021-02-25T15:02:10.000Z",
  data: { webhookId: "w1", entityKey: "deals", items: [], cursor: "c", more: false, reset: false },
};
const BODY = JSON.stringify({ ...DELIVERY, data: { ...DELIVERY.data, entityKey: "zoë \u{1f600}" } });
const signed = (body = BODY, versions = [keys], seconds = SECONDS) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(seconds),
  "webhook-signature": signatureOf(versions, "msg_1", seconds, body),
});

beforeEach(() => {
  vi.useFakeTimers({ now: SECONDS * 1000, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reasonOf = (verified: Promise<unknown>) =>
  verified.then(
    () => "accepted",
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : String(error)),
  );

describe("a delivery", () => {
  it.each([
    ["the public key", publicKey],
    ["both", [publicKey, secret]],
    ["an old key and the new one", [shownSecret(newSigningKeys()), shownPublicKey(newSigningKeys()), publicKey]],
  ])("is verified by %s", async (_, key) => {
    expect(await verifyWebhook(signed(), BODY, key)).toEqual(JSON.parse(BODY));
  });

  it.each([
    ["text", BODY],
    ["a buffer", Buffer.from(BODY)],
    ["a part of other bytes", Buffer.from(`x${BODY}x`).subarray(1, -1)],
  ])("is accepted as %s", async (_, body) => {
    expect(await verifyWebhook(signed(), body, secret)).toEqual(JSON.parse(BODY));
  });

  it("is accepted with headers of any kind and case", async () => {
    const headers = signed();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const own = { get: (name: string) => new Headers(headers).get(name) } as Headers;
    for (const each of [headers, new Headers(headers), upper, lists, own]) {
      expect((await verifyWebhook(each, BODY, [secret])).data.webhookId).toBe("w1");
    }
  });

  it("signed with two versions of the keys is verified by either", async () => {
    const old = newSigningKeys();
    const headers = signed(BODY, [keys, old]);
    for (const key of [secret, publicKey, shownSecret(old), shownPublicKey(old)]) {
      expect(await reasonOf(verifyWebhook(headers, BODY, key))).toBe("accepted");
    }
    expect(await reasonOf(verifyWebhook(headers, BODY, shownSecret(newSigningKeys())))).toBe("signature");
  });

  it.each([-300, -1, 0, 1, 300])("that was signed %i seconds from now is verified", async (difference) => {
    expect(await reasonOf(verifyWebhook(signed(BODY, [keys], SECONDS + difference), BODY, secret))).toBe("accepted");
  });

  it("is verified by one of its first ten signatures, however many there are", async () => {
    const [valid] = signed()["webhook-signature"].split(" ");
    const behind = (count: number) => `${`v1,${"A".repeat(43)}= `.repeat(count)}${valid}`;
    const verdict = (count: number) =>
      reasonOf(verifyWebhook({ ...signed(), "webhook-signature": behind(count) }, BODY, secret));
    expect([await verdict(9), await verdict(10)]).toEqual(["accepted", "signature"]);
  });
});

describe("the published examples", () => {
  const body = '{"test": 2432232314}';
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": String(SECONDS),
    "webhook-signature":
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==",
  };

  it.each(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whpk_ZlN4eg7dSSqi0moX9hQUk3orrOouK3QVQSlJa248c/g="])(
    "are valid for %s, and their body is that of another API",
    async (key) => {
      expect(await reasonOf(verifyWebhook(headers, body, key))).toBe("body");
      expect(await reasonOf(verifyWebhook(headers, `${body} `, key))).toBe("signature");
    },
  );
});

describe("what is not a delivery", () => {
  const [, v1, v1a] = /^v1,(\S+) v1a,(\S+)$/.exec(signed()["webhook-signature"]) ?? [];

  it.each([
    ["no signature of a known version", { "webhook-signature": `v2,${v1} v1b,${v1a}` }],
    ["the signatures in one another's place", { "webhook-signature": `v1,${v1a} v1a,${v1}` }],
    ["empty signatures", { "webhook-signature": "v1, v1a," }],
    ["no version", { "webhook-signature": `${v1} ${v1a}` }],
    ["another id", { "webhook-id": "msg_2" }],
    ["another time", { "webhook-timestamp": String(SECONDS + 1) }],
  ])("with %s is refused", async (_, changed) => {
    expect(await reasonOf(verifyWebhook({ ...signed(), ...changed }, BODY, secret))).toBe("signature");
    expect(await reasonOf(verifyWebhook({ ...signed(), ...changed }, BODY, publicKey))).toBe("signature");
  });

  it.each([
    ["-301 seconds", String(SECONDS - 301)],
    ["301 seconds", String(SECONDS + 301)],
    ["no number", "now"],
  ])("of another time is refused: %s", async (_, timestamp) => {
    expect(await reasonOf(verifyWebhook({ ...signed(), "webhook-timestamp": timestamp }, BODY, secret))).toBe("time");
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "without %s is refused by its name",
    async (name) => {
      for (const value of [undefined, ""]) {
        const verified = verifyWebhook({ ...signed(), [name]: value }, BODY, secret);
        await expect(verified).rejects.toThrow(`The header ${name} is missing.`);
      }
    },
  );

  it.each(["[]", "null", "nonsense", "{}", '{"data":{}}'])("but signed, %s, is refused", async (body) => {
    expect(await reasonOf(verifyWebhook(signed(body), body, secret))).toBe("body");
  });
});

describe("a mistake of the receiver", () => {
  it("in the key says what the key must be", async () => {
    const slips = [
      "",
      "whsec_",
      "whsec_***",
      "whpk_AAAA",
      secret.slice(6),
      publicKey.toUpperCase(),
      undefined as never,
    ];
    for (const key of slips) {
      await expect(verifyWebhook(signed(), BODY, key)).rejects.toThrow(/^The key must be the secret \(whsec_…\)/);
      await expect(verifyWebhook(signed(), BODY, [secret, key])).rejects.toThrow(TypeError);
    }
  });

  it("that has parsed the body says so", async () => {
    await expect(verifyWebhook(signed(), JSON.parse(BODY), secret)).rejects.toThrow(/before any parser/);
  });

  it("without any key is a wrong signature", async () => {
    expect(await reasonOf(verifyWebhook(signed(), BODY, []))).toBe("signature");
  });
});

it("a runtime without Ed25519 verifies with the secret, and says so where only the public key is given", async () => {
  const { subtle } = crypto;
  const importKey = (...given: Parameters<typeof subtle.importKey>) =>
    (given[2] as { name: string }).name === "Ed25519"
      ? Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"))
      : subtle.importKey(...given);
  vi.stubGlobal("crypto", { subtle: { importKey, verify: subtle.verify.bind(subtle) } });
  expect(await reasonOf(verifyWebhook(signed(), BODY, secret))).toBe("accepted");
  expect(await reasonOf(verifyWebhook(signed(), BODY, [publicKey, secret]))).toBe("accepted");
  await expect(verifyWebhook(signed(), BODY, publicKey)).rejects.toThrow(
    "WebCrypto of this runtime has no Ed25519. Use the secret (whsec_…) instead of the public key.",
  );
});
