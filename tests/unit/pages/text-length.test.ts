/** How long a text is that somebody types. */
import { expect, it } from "vitest";
import { formatLength } from "@/components/tokens/text-length";

it.each<[string, string | null]>([
  ["", null],
  ["x".repeat(89), null],
  ["x".repeat(90), "90 of 100 characters"],
  [` ${"\u{1F680}".repeat(101)} `, "101 of 100 characters"],
])("%s: %s", (text, words) => {
  expect(formatLength(text, 100)).toBe(words);
});
