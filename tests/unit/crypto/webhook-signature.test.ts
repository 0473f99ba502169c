/** Signatures of webhooks: the published examples of Standard Webhooks, and what others verify. */
import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  newSigningKeys,
  type SigningKeys,
  sealKeys,
  shownPublicKey,
  shownSecret,
  signatureOf,
  unsealKeys,
} from "@/lib/crypto/webhook-signature";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";

const PUBLISHED: SigningKeys = {
  secret: Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64"),
  privateKey: Buffer.from("VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=", "base64"),
};
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const BODY = '{"test": 2432232314}';
const V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const V1A = "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==";

describe("the signatures", () => {
  it("are those of the published examples", () => {
    expect(signatureOf([PUBLISHED], ID, 1_614_265_330, BODY)).toBe(`${V1} ${V1A}`);
  });

  it("are two for each version of the keys, in their order", () => {
    const old = newSigningKeys();
    const both = signatureOf([PUBLISHED, old], ID, 1_614_265_330, BODY);
    expect(both).toBe(`${V1} ${V1A} ${signatureOf([old], ID, 1_614_265_330, BODY)}`);
  });

  it("are verified by the reference library, with the secret as it is shown, and of each version", () => {
    const [now, old] = [newSigningKeys(), newSigningKeys()];
    const seconds = Math.floor(Date.now() / 1000);
    const body = '{"name":"Zoë \u{1f600}"}';
    const headers = {
      "webhook-id": "id",
      "webhook-timestamp": String(seconds),
      "webhook-signature": signatureOf([now, old], "id", seconds, body),
    };
    for (const keys of [now, old]) {
      expect(new Webhook(shownSecret(keys)).verify(body, headers)).toEqual({ name: "Zoë \u{1f600}" });
    }
    expect(() => new Webhook(shownSecret(newSigningKeys())).verify(body, headers)).toThrow();
  });

  it("are verified with the public key as it is shown", () => {
    const keys = newSigningKeys();
    const [, v1a = ""] = signatureOf([keys], "id", 5, "{}").split(" v1a,");
    const x = Buffer.from(shownPublicKey(keys).replace("whpk_", ""), "base64").toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    expect(verify(null, Buffer.from("id.5.{}"), publicKey, Buffer.from(v1a, "base64"))).toBe(true);
    expect(verify(null, Buffer.from("id.6.{}"), publicKey, Buffer.from(v1a, "base64"))).toBe(false);
  });
});

describe("sealed keys", () => {
  it("open for the subscription to which they belong, and for no other", () => {
    const keys = newSigningKeys();
    const sealed = sealKeys(keys, ["webhook", "a"]);
    expect(unsealKeys(sealed, ["webhook", "a"])).toEqual(keys);
    expect(() => unsealKeys(sealed, ["webhook", "b"])).toThrow();
    expect(sealed).not.toContain(keys.secret.toString("base64url").slice(0, 20));
  });
});
