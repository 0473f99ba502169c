/** Codes of authenticator apps, by the examples of RFC 6238, and when one counts. */
import { describe, expect, it } from "vitest";
import { checkCode, newSecret, secretToType, secretUri, stepAt } from "@/lib/session/second-factor/totp";

/** That of the RFC, appendix B, whose codes have eight digits: apps show the last six. */
const SECRET = "12345678901234567890";
const at = (seconds: number) => new Date(seconds * 1000);
const check = (code: string, seconds: number, lastStep = 0) =>
  checkCode(code, { secret: SECRET, lastStep }, at(seconds));

describe("a code", () => {
  it.each([
    ["287082", 59, 1],
    ["081804", 1_111_111_109, 37_037_036],
    ["050471", 1_111_111_111, 37_037_037],
    ["005924", 1_234_567_890, 41_152_263],
    ["279037", 2_000_000_000, 66_666_666],
  ])("is %s at %i seconds", async (code, seconds, step) => {
    expect(stepAt(at(seconds))).toBe(step);
    expect(await check(code, seconds)).toEqual({ kind: "right", step });
  });

  it("is valid for half a minute before and after its own, and no longer", async () => {
    const [begins, code] = [1_111_111_110, "050471"];
    expect(await check(code, begins - 30)).toEqual({ kind: "right", step: 37_037_037 });
    expect(await check(code, begins + 59)).toEqual({ kind: "right", step: 37_037_037 });
    expect(await check(code, begins - 31)).toEqual({ kind: "wrong" });
    expect(await check(code, begins + 60)).toEqual({ kind: "wrong" });
  });

  it("is valid once: no code of its step, or of one before, is accepted again", async () => {
    expect(await check("050471", 1_111_111_111, 37_037_036)).toEqual({ kind: "right", step: 37_037_037 });
    expect(await check("050471", 1_111_111_111, 37_037_037)).toEqual({ kind: "used" });
    expect(await check("081804", 1_111_111_111, 37_037_037)).toEqual({ kind: "used" });
  });

  it.each(["", "50471", "0504711", "050472", "05047１"])("is not %j", async (code) => {
    expect(await check(code, 1_111_111_111)).toEqual({ kind: "wrong" });
  });
});

describe("a secret", () => {
  it("is different each time, and long enough", () => {
    const secrets = new Set(Array.from({ length: 50 }, newSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9]{22}$/);
  });

  it("can be typed in groups of four, and is in what the app scans", () => {
    expect(secretToType(SECRET)).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
    const uri = new URL(secretUri(SECRET, { issuer: "Public Records API · Acme & Sons", email: "ada+1@acme.test" }));
    expect([uri.protocol, uri.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(uri.pathname)).toBe("/Public Records API · Acme & Sons:ada+1@acme.test");
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      issuer: "Public Records API · Acme & Sons",
      digits: "6",
      period: "30",
    });
  });
});
