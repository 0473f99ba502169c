/** Codes for whoever has lost their phone: ten at a time, each good once. Only keyed hashes of them are kept. */
import { createHmac, randomInt } from "node:crypto";
import { derivedKey } from "../../crypto/derived-key";

const RECOVERY_CODES = 10;

/** No letter that is read as another. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
/** Two groups of five: 49 bits. */
const GROUP_LENGTH = 5;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${newGroup()}-${newGroup()}`);
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

/** Of a code as typed: in whatever case, with or without the hyphen. */
export function hashRecoveryCode(typed: string): string {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return createHmac("sha256", derivedKey("recovery code")).update(code).digest("base64url");
}
