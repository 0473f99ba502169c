/** Signs deliveries by Standard Webhooks: `v1` is HMAC-SHA256 with a shared secret, `v1a` is Ed25519. */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { JsonValue } from "../model";
import { derivedKey } from "./derived-key";
import { randomBytes } from "./random-bytes";
import { seal, unseal } from "./sealed";

/** 32 bytes each. `privateKey` is the seed of an Ed25519 key. */
export type SigningKeys = { secret: Buffer; privateKey: Buffer };

const KEY_BYTES = 32;

export function newSigningKeys(): SigningKeys {
  // Copies: the pool of random bytes would otherwise stay in memory as long as the keys do.
  return { secret: Buffer.from(randomBytes(KEY_BYTES)), privateKey: Buffer.from(randomBytes(KEY_BYTES)) };
}

/** Verifies `v1`. Anyone who knows it can sign. */
export function shownSecret({ secret }: SigningKeys): string {
  return `whsec_${secret.toString("base64")}`;
}

/** Verifies `v1a`. Not a secret. */
export function shownPublicKey({ privateKey }: SigningKeys): string {
  const exported = createPublicKey(ed25519Keys.memo(privateKey.toString("base64"))).export({
    format: "der",
    type: "spki",
  });
  return `whpk_${exported.subarray(-KEY_BYTES).toString("base64")}`;
}

/** The header `webhook-signature`: both signatures of each version of the keys, separated by spaces. `time` is in seconds. */
export function signatureOf(versions: readonly SigningKeys[], id: string, time: number, body: string): string {
  const signed = Buffer.from(`${id}.${time}.${body}`);
  return versions
    .flatMap(({ secret, privateKey }) => [
      `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
      `v1a,${sign(null, signed, ed25519Keys.memo(privateKey.toString("base64"))).toString("base64")}`,
    ])
    .join(" ");
}

/** `binding` is the subscription that owns the keys: no other can open them. */
export function sealKeys({ secret, privateKey }: SigningKeys, binding: JsonValue): string {
  const keys = { secret: secret.toString("base64"), privateKey: privateKey.toString("base64") };
  return seal(keys, binding, derivedKey("webhook keys"));
}

/** Throws an Error unless `sealKeys` made the text with this binding and this APP_SECRET. */
export function unsealKeys(text: string, binding: JsonValue): SigningKeys {
  const keys = unseal(text, binding, derivedKey("webhook keys")) as Record<keyof SigningKeys, string>;
  return { secret: Buffer.from(keys.secret, "base64"), privateKey: Buffer.from(keys.privateKey, "base64") };
}

/** null for keys that were sealed with another APP_SECRET. */
export function findKeys(text: string, binding: JsonValue): SigningKeys | null {
  try {
    return unsealKeys(text, binding);
  } catch {
    return null;
  }
}

/** PKCS #8 prefix of a 32-byte seed, the only form that Node imports without the public key. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The keys that were read last, by seed in base64: OpenSSL takes ten times as long to read a key as to sign with it. */
const ed25519Keys = new LRUCache<string, KeyObject>({
  max: 1_000,
  memoMethod: (seed) =>
    createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, "base64")]), format: "der", type: "pkcs8" }),
});
