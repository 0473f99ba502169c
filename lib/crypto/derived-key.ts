/** Derives one key per purpose from `APP_SECRET`. Knowing one of them reveals nothing about the others. */
import { hkdfSync } from "node:crypto";
import { env } from "../process/env";

type Purpose =
  | "cursor"
  | "session"
  | "token form"
  | "demo sign-in"
  | "second factor"
  | "recovery code"
  | "webhook keys"
  | "webhook form"
  | "plan";

const KEY_BYTES = 32;
const derived = new Map<string, Buffer>();

/** 32 bytes, the same in every process with the same secret. */
export function derivedKey(purpose: Purpose): Buffer {
  const known = derived.get(purpose);
  if (known !== undefined) return known;
  const secret = env().APP_SECRET;
  if (secret === undefined) throw new Error("APP_SECRET is not set: give at least 32 random bytes.");
  const key = Buffer.from(hkdfSync("sha256", secret, "", `public-records-api ${purpose} v1`, KEY_BYTES));
  derived.set(purpose, key);
  return key;
}
