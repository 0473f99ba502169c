/** Web addresses, where only many of them show what is wrong: a fault of a function that comes with being optimized. */
import { describe, expect, it } from "vitest";
import type { Field } from "@/lib/model";
import { checkValue } from "@/lib/records/rules/validate";

const ADDRESS: Field = {
  key: "link",
  label: "Link",
  description: null,
  type: "url",
  required: false,
  default: null,
  readOnly: false,
  queryable: true,
  searchable: true,
  limitable: false,
  indexed: false,
  unique: false,
  readVerb: null,
  writeVerb: null,
  options: [],
  reference: null,
  min: null,
  max: null,
  maxLength: 2048,
};

describe("a web address", () => {
  it("with letters of Latin 1 is still taken after many others", () => {
    const addresses = Array.from({ length: 20_000 }, (_, index) => JSON.parse(`"https://ü.test/ß${index}"`) as string);
    expect(addresses.filter((address) => checkValue(ADDRESS, address) !== null)).toEqual([]);
  });
});
