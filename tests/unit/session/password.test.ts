/** Comparing passwords: what matches, and what the time tells. */
import { hashPassword } from "better-auth/crypto";
import { expect, it } from "vitest";
import { hashNewPassword, passwordMatches, QueueFull } from "@/lib/session/password";
import { longestTurn } from "../../support/loop-time";
import { median } from "../../support/timing";

const stored = hashNewPassword("correct horse battery");

it("the password matches, and nothing like it does", async () => {
  expect(await passwordMatches("correct horse battery", await stored)).toBe(true);
  for (const typed of ["", "correct horse batterY", "correct horse battery ", "correct horse batter"]) {
    expect(await passwordMatches(typed, await stored)).toBe(false);
  }
});

it("hashes stored by Better Auth still match, and it reads the ones stored now", async () => {
  const kept = await hashPassword("correct horse battery");
  expect(await passwordMatches("correct horse battery", kept)).toBe(true);
  // The ligature and its letters are one password.
  expect(await passwordMatches("of\ufb01ce horse battery", await hashPassword("office horse battery"))).toBe(true);
  const { verifyPassword } = await import("better-auth/crypto");
  expect(await verifyPassword({ hash: await stored, password: "correct horse battery" })).toBe(true);
});

it.each(["", ":", "salt", "salt:", ":00", `salt:${"0".repeat(127)}`])(
  "an invalid hash (%j) matches nothing",
  async (hash) => {
    expect(await passwordMatches("correct horse battery", hash)).toBe(false);
  },
);

it("twenty that fail at once hold up nothing else, and more than can wait are turned away", async () => {
  const twenty = () => Promise.all(Array.from({ length: 20 }, () => passwordMatches("wrong horse battery", null)));
  // One hash on the event loop would be 80 ms.
  expect(await longestTurn(twenty)).toBeLessThan(40);

  const flood = Array.from({ length: 60 }, () => passwordMatches("wrong horse battery", null));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ reason }) => reason instanceof QueueFull)).toBe(true);
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(32);
  expect(await passwordMatches("correct horse battery", await stored)).toBe(true);
});

it("nothing matches where there is no password, the empty one and zeros included", async () => {
  for (const typed of ["", "0", "0".repeat(64), "correct horse battery"]) {
    expect(await passwordMatches(typed, null)).toBe(false);
  }
});

it("refuses what is too short, or longer than 128 characters", async () => {
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
