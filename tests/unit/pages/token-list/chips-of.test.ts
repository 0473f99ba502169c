/** Names in a list are whole, or entities are counted. */
import { expect, it } from "vitest";
import { chipsOf } from "@/components/tokens/list/row/chips-of";

const access = (label: string, letters = "R", condition: string | null = null) => ({ label, letters, condition });

it.each([
  ["one short name, in lists of any width", [access("Cities")], { narrow: 1, wide: 1 }],
  ["two names where the list is wide", [access("Cities"), access("Corrections", "RW")], { narrow: 0, wide: 2 }],
  [
    "two of three, with the number of others",
    [access("Deals"), access("Cities"), access("Notes")],
    { narrow: 0, wide: 2 },
  ],
  [
    "none where the icon of a condition takes the room",
    [access("Deals"), access("Correspondents", "R", "stage is won")],
    { narrow: 0, wide: 0 },
  ],
  ["the same two without it", [access("Deals"), access("Correspondents")], { narrow: 0, wide: 2 }],
  ["none where two have no room", [access("Correspondence"), access("Corrections", "RW")], { narrow: 0, wide: 0 }],
  ["none where one alone has no room", [access("Materialbewirtschaftungsschnittstelle")], { narrow: 0, wide: 0 }],
  ["wide letters as wide as they are", [access("取引先の担当者の一覧表示")], { narrow: 0, wide: 1 }],
])("names %s", (_, accesses, named) => {
  expect(chipsOf(accesses)).toEqual(named);
});
