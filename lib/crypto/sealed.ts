/** Encrypts values that callers keep and send back, and binds them to their context: they are valid nowhere else. */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { JsonValue } from "../model";
import { randomBytes } from "./random-bytes";

const ALGORITHM = "aes-256-gcm";
/** Identifies the format and the key, so that either can change: older values are then invalid, never misread. */
const VERSION = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns base64url. The value opens only with the same `binding`. */
export function seal(value: JsonValue, binding: JsonValue, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(JSON.stringify(binding)));
  const sealed = [cipher.update(JSON.stringify(value), "utf8"), cipher.final()];
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...sealed]).toString("base64url");
}

/** Throws an Error for anything that `seal` did not create with the same binding and key. */
export function unseal(text: string, binding: JsonValue, key: Buffer): JsonValue {
  const bytes = Buffer.from(text, "base64url");
  // Only one spelling is accepted, because decoders accept several for the same bytes.
  if (bytes.toString("base64url") !== text || bytes[0] !== VERSION) throw new Error("It is not sealed.");
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw new Error("It is too short.");
  const decipher = createDecipheriv(ALGORITHM, key, nonce)
    .setAAD(Buffer.from(JSON.stringify(binding)))
    .setAuthTag(tag);
  const opened =
    decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  return JSON.parse(opened) as JsonValue;
}
