/** Random bytes that are drawn in advance are each given to one caller, and stay as they were given. */
import { expect, it } from "vitest";
import { randomBytes } from "@/lib/crypto/random-bytes";

it("are as many as asked for, up to all that are drawn at a time", () => {
  expect([1, 12, 16, 4096].map((count) => randomBytes(count).length)).toEqual([1, 12, 16, 4096]);
});

it("are never given twice, and never change", () => {
  const given = Array.from({ length: 5_000 }, () => {
    const bytes = randomBytes(12);
    return { bytes, text: bytes.toString("hex") };
  });
  expect(new Set(given.map(({ text }) => text)).size).toBe(5_000);
  expect(given.every(({ bytes, text }) => bytes.toString("hex") === text)).toBe(true);
});
