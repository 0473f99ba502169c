/** Web addresses, where only many of them show what is wrong: a fault of a function that comes with being optimized. */
import { expect, it } from "vitest";
import { compileField } from "@/lib/configuration/compile-field";
import { checkValue } from "@/lib/records/rules/validate";

const ADDRESS = compileField({ key: "link", type: "url" });

it("a web address with letters of Latin 1 is still taken after many others", () => {
  const addresses = Array.from({ length: 20_000 }, (_, index) => JSON.parse(`"https://ü.test/ß${index}"`) as string);
  expect(addresses.filter((address) => checkValue(ADDRESS, address) !== null)).toEqual([]);
});
