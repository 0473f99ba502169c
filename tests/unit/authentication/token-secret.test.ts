/** The token string: its form, its checksum, and that nothing of its secret leaves (contract § 2). */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { TOKEN_PATTERN, tokenHint } from "@/lib/authentication/token-form";
import { issueToken, parseToken, secretMatches } from "@/lib/authentication/token-secret";

const PUBLISHED = "^service_v1_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A token made here, by the words of the contract. */
function tokenOf(id: string, random: string): string {
  const body = `service_v1_${id}_${random}`;
  let checksum = "";
  for (let place = 5, rest = crc32(body); place >= 0; place -= 1) {
    checksum += BASE62[Math.floor(rest / 62 ** place) % 62];
  }
  return body + checksum;
}

const ID = "AbCdEfGhIjKlMnOpQrStUv";
const RANDOM = "z".padStart(43, "0");

describe("an issued token", () => {
  const issued = issueToken();

  it("has the published pattern", () => {
    expect(TOKEN_PATTERN.source).toBe(PUBLISHED);
    expect(issued.text).toMatch(new RegExp(PUBLISHED));
  });

  it("is parsed into the parts it was made of", () => {
    expect(parseToken(issued.text)).toEqual({ id: issued.id, secretHash: issued.secretHash });
    expect(issued.text.split("_")[2]).toBe(issued.id);
  });

  it("is stored as the SHA-256 of its secret part", () => {
    const secret = issued.text.split("_")[3] ?? "";
    expect(issued.secretHash.toString("hex")).toBe(createHash("sha256").update(secret).digest("hex"));
  });
});

describe("a presented token", () => {
  it("has a checksum by the contract: CRC32 as six base62 digits, most significant first", () => {
    expect(parseToken(tokenOf(ID, RANDOM))?.id).toBe(ID);
  });

  it("is refused with any one character another", () => {
    const text = tokenOf(ID, RANDOM);
    for (let at = 0; at < text.length; at += 1) {
      for (const character of `${BASE62}_- é\0`) {
        if (character === text[at]) continue;
        expect(parseToken(text.slice(0, at) + character + text.slice(at + 1))).toBeNull();
      }
    }
  });

  const text = tokenOf(ID, RANDOM);
  it.each([
    ["nothing", ""],
    ["a space before", ` ${text}`],
    ["a line's end", `${text}\n`],
    ["upper case", text.toUpperCase()],
    ["another version", text.replace("v1", "v2")],
    ["another prefix", text.replace("service", "Service")],
    ["a part too many", `${text}_a`],
    ["its secret missing", text.slice(0, 34)],
    ["full-width digits", text.replaceAll("0", "０")],
    ["ten thousand characters", `service_v1_${"a".repeat(10_000)}`],
  ])("is refused with %s", (_, wrong) => {
    expect(parseToken(wrong)).toBeNull();
  });
});

describe("a secret", () => {
  const { secretHash } = issueToken();

  it("matches its own hash only", () => {
    expect(secretMatches(secretHash, Uint8Array.from(secretHash))).toBe(true);
    expect(secretMatches(secretHash, issueToken().secretHash)).toBe(false);
  });

  it("matches nothing if there is no such token, not even the hash it is then compared with", () => {
    expect(secretMatches(secretHash, null)).toBe(false);
    expect(secretMatches(Buffer.alloc(32), null)).toBe(false);
  });
});

it("a hint shows the ends of the id, and nothing of the secret", () => {
  expect(tokenHint(ID)).toBe("service_v1_AbCd…StUv");
});
