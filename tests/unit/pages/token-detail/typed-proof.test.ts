/** What is typed before tokens in use are revoked together. */
import { expect, it } from "vitest";
import { typedProofFor } from "@/app/(member)/tokens/[id]/revoke/typed-proof";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const idle = { name: "Idle", lastUsed: new Date("2026-11-20T10:00:00.000Z") };
const never = { name: "Never", lastUsed: null };
const busy = { name: "Website sync", lastUsed: new Date("2026-11-20T10:00:01.000Z") };

it("is nothing where none was used in the last 24 hours", () => {
  expect(typedProofFor([], NOW)).toBeNull();
  expect(typedProofFor([idle, never], NOW)).toBeNull();
});

it("is the name of one token, as in its own dialog", () => {
  const proof = typedProofFor([busy], NOW);
  expect(proof?.label).toBe("It was used in the last 24 hours. Type its name to go on: Website sync");
  expect(["Website sync ", "website sync", "1", ""].map((typed) => proof?.isGiven(typed))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("is the number of several, used or not", () => {
  const proof = typedProofFor([idle, busy, never], NOW);
  expect(proof?.label).toBe("1 of them was used in the last 24 hours. Type how many tokens you revoke to go on: 3");
  expect([" 3", "1", "Website sync", ""].map((typed) => proof?.isGiven(typed))).toEqual([true, false, false, false]);
});
