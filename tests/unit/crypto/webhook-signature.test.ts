import { expect, it } from "vitest";
import { newSigningKeys, type SigningKeys, sealKeys, signatureOf, unsealKeys } from "@/lib/crypto/webhook-signature";

process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";

const PUBLISHED: SigningKeys = {
  secret: Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64"),
  privateKey: Buffer.from("VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=", "base64"),
};
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const BODY = '{"test": 2432232314}';
const V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const V1A = "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==";

it("the signatures are those of the published examples", () => {
  expect(signatureOf([PUBLISHED], ID, 1_614_265_330, BODY)).toBe(`${V1} ${V1A}`);
});

it("sealed keys can be opened for the subscription that owns them, and for no other", () => {
  const keys = newSigningKeys();
  const sealed = sealKeys(keys, ["webhook", "a"]);
  expect(unsealKeys(sealed, ["webhook", "a"])).toEqual(keys);
  expect(() => unsealKeys(sealed, ["webhook", "b"])).toThrow();
  expect(sealed).not.toContain(keys.secret.toString("base64url").slice(0, 20));
});
