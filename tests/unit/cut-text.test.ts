import { expect, it } from "vitest";
import { cutText } from "@/lib/messages/cut-text";

it.each<[text: string, maxLength: number, cut: string]>([
  ["abc", 5, "abc"],
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["ab😀", 4, "ab😀"],
  ["ab😀cd", 4, "ab😀"],
  ["ab😀cd", 3, "ab"],
  ["😀", 1, ""],
  ["", 1, ""],
])("%j to at most %i is %j", (text, maxLength, cut) => {
  expect(cutText(text, maxLength)).toBe(cut);
});
