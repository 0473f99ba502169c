import { expect, it } from "vitest";
import { durationText } from "@/app/(member)/requests/duration-text";

it.each([
  [0, "0.0 ms"],
  [9.94, "9.9 ms"],
  [9.96, "10 ms"],
  [999.6, "1.0 s"],
  [12_340, "12.3 s"],
])("%s ms are %j", (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
