/** The letters by which a list says what a token can do with an entity. */
import { expect, it } from "vitest";
import { lettersOf } from "@/components/tokens/list/row/access-chips";

it.each([
  [["list"], "R"],
  [["list", "update"], "RW"],
  [["create"], "W"],
  [["delete", "approve"], "W+"],
  [["list", "approve"], "R+"],
  [["approve"], "+"],
])("%j is %s", (verbs, letters) => {
  expect(lettersOf(verbs)).toBe(letters);
});
