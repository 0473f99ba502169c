/** What is typed before tokens are revoked together. */
import { expect, it } from "vitest";
import { typedProofFor } from "@/app/(member)/tokens/[id]/revoke/typed-proof";
import { isProven, type TypedProof } from "@/components/confirm/typed-proof";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const idle = { name: "Idle", lastUsed: new Date("2026-11-20T10:00:00.000Z") };
const never = { name: "Never", lastUsed: null };
const busy = { name: "Website sync", lastUsed: new Date("2026-11-20T10:00:01.000Z") };

const isGiven = (proof: TypedProof | null, typed: string) => proof !== null && isProven(proof, typed);

it("is not required if none was used in the last 24 hours", () => {
  expect(typedProofFor([], NOW)).toBeNull();
  expect(typedProofFor([idle, never], NOW)).toBeNull();
});

it("is the name of one token, as in its own dialog", () => {
  const proof = typedProofFor([busy], NOW);
  expect(proof?.label).toBe("It was used in the last 24 hours. Type its name to confirm: Website sync");
  expect(["Website sync ", "website sync", "1", ""].map((typed) => isGiven(proof, typed))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("is the number for ten tokens or more, used or not, and nothing for nine idle ones", () => {
  expect(typedProofFor(Array(9).fill(idle), NOW)).toBeNull();
  const proof = typedProofFor(Array(10).fill(idle), NOW);
  expect(proof?.label).toBe("Type the number of tokens to confirm: 10");
  expect(["10", " 10 ", "1", ""].map((typed) => isGiven(proof, typed))).toEqual([true, true, false, false]);
});

it("is the number of all if only some of them are at hand, as people write numbers", () => {
  const proof = typedProofFor([idle, never], NOW, 9_973);
  expect(proof?.mismatch).toBe("Type the number: 9973");
  expect(["9973", "9,973", "9 973", "2", "9.973"].map((typed) => isGiven(proof, typed))).toEqual([
    ...[true, true, true, false, false],
  ]);
});

it.each([
  [" Website sync ", "Website sync", true],
  ["Cafe\u0301", "Café", true],
  ["Website sync", "Website  sync", true],
  ["Website sync", "Website\u200b sync\u2060", true],
  ["Wim's “sync”", 'Wim’s "sync"', true],
  ["website sync", "Website sync", false],
  ["Websitesync", "Website sync", false],
])("a typed name %j for %j: %s", (typed, name, same) => {
  expect(isProven({ expected: name }, typed)).toBe(same);
});
