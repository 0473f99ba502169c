/** Codes for people who lost their phone: ten at a time, each works once. Only their keyed hashes are stored. */
import { createHmac, randomInt } from "node:crypto";
import { derivedKey } from "../../crypto/derived-key";

const RECOVERY_CODES = 10;

/** Without letters that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
/** Two groups of five: 49 bits. */
const GROUP_LENGTH = 5;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${newGroup()}-${newGroup()}`);
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

/** Accepts upper and lower case, with or without the hyphen. */
export function hashRecoveryCode(typed: string): string {
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  return createHmac("sha256", derivedKey("recovery code")).update(code).digest("base64url");
}
