/** Which known name a written one most probably stands for. */
import { expect, it } from "vitest";
import { closestName, didYouMean } from "@/lib/messages/suggestion";

const FIELDS = ["amount", "stage", "title", "account", "closeDate", "id"];

it.each([
  ["Amount", "amount"],
  ["amont", "amount"],
  ["close_date", "closeDate"],
  ["fields[]", null],
  ["accountId", "account"],
  [" title", "title"],
  ["ix", null],
  ["", null],
  ["__proto__", null],
  [`amount${"t".repeat(100)}`, null],
  ["stage", null],
])("for %j it suggests %j", (written, name) => {
  expect(closestName(written, FIELDS)).toBe(name);
});

it("is given as a sentence, or not at all", () => {
  expect([didYouMean("titel", FIELDS), didYouMean("color", FIELDS)]).toEqual([" Did you mean title?", ""]);
});

it("takes the closest of several", () => {
  expect(closestName("namess", ["name", "names"])).toBe("names");
  expect(closestName("NAME", ["names", "name"])).toBe("name");
});
