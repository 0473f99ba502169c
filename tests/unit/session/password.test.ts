/** Comparing passwords: what matches, and what the time tells. */
import { expect, it } from "vitest";
import { hashNewPassword, passwordMatches } from "@/lib/session/password";
import { median } from "../../support/timing";

const stored = hashNewPassword("correct horse battery");

it("the password matches, and nothing like it does", async () => {
  expect(await passwordMatches("correct horse battery", await stored)).toBe(true);
  for (const typed of ["", "correct horse batterY", "correct horse battery ", "correct horse batter"]) {
    expect(await passwordMatches(typed, await stored)).toBe(false);
  }
});

it("nothing matches where there is no password, the empty one and zeros included", async () => {
  for (const typed of ["", "0", "0".repeat(64), "correct horse battery"]) {
    expect(await passwordMatches(typed, null)).toBe(false);
  }
});

it("does not take what is too short, nor more than 128 characters", async () => {
  await expect(hashNewPassword("eleven char")).rejects.toThrow("A password has 12 to 128 characters.");
  await expect(hashNewPassword("x".repeat(129))).rejects.toThrow("A password has 12 to 128 characters.");
});

it("takes as long for nobody's password as for a wrong one", async () => {
  const hash = await stored;
  const [wrong, nobodys]: [number[], number[]] = [[], []];
  for (let time = 0; time < 9; time += 1) {
    wrong.push(await timeOf(() => passwordMatches("wrong horse battery", hash)));
    nobodys.push(await timeOf(() => passwordMatches("wrong horse battery", null)));
  }
  // Without the work on a dummy it would be a thousandth. How close they are is a matter of the machine's other work.
  expect(median(nobodys) / median(wrong)).toBeGreaterThan(0.5);
  expect(median(nobodys) / median(wrong)).toBeLessThan(2);
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
