/** Recovery codes: that no two are alike, and that what people make of them while typing still fits. */
import { expect, it } from "vitest";
import { hashRecoveryCode, newRecoveryCodes } from "@/lib/session/second-factor/recovery-codes";

process.env.APP_SECRET ??= "a secret of the tests, of no use elsewhere";

it("are ten, each another, without letters that are read as others", () => {
  const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
});

it.each(["abcde-fgh23", "ABCDE-FGH23", " abcde fgh23 ", "abcdefgh23"])("%j is the same code", (typed) => {
  expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode("abcde-fgh23"));
});

it("is kept as something that says nothing of it, and that needs the service's secret to be made", () => {
  expect(hashRecoveryCode("abcde-fgh23")).toMatch(/^[\w-]{43}$/);
  expect(hashRecoveryCode("abcde-fgh23")).not.toBe(hashRecoveryCode("abcde-fgh24"));
});
