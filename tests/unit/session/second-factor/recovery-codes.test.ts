/** Recovery codes: that no two are alike, and that what people make of them while typing still fits. */
import { expect, it } from "vitest";
import { hashRecoveryCode, newRecoveryCodes } from "@/lib/session/second-factor/recovery-codes";

process.env.APP_SECRET ??= "a secret of the tests, of no use elsewhere";

it("are ten different ones, without letters that are easily confused", () => {
  const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
});

it.each(["abcde-fgh23", "ABCDE-FGH23", " abcde fgh23 ", "abcdefgh23"])("%j is the same code", (typed) => {
  expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode("abcde-fgh23"));
});

it("is stored as a hash that reveals nothing, and that cannot be made without the service's secret", () => {
  expect(hashRecoveryCode("abcde-fgh23")).toMatch(/^[\w-]{43}$/);
  expect(hashRecoveryCode("abcde-fgh23")).not.toBe(hashRecoveryCode("abcde-fgh24"));
});
