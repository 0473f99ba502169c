/** The addresses that are derived from the name of a service account. */
import { expect, it } from "vitest";
import { accountAddresses } from "@/lib/members/account-address";

const firstOf = (name: string, organization = "acme") => accountAddresses(name, organization).next().value;

it.each([
  ["Nightly sync", "nightly-sync@acme.service.invalid"],
  ["  Überweisungen (SEPA) ", "uberweisungen-sepa@acme.service.invalid"],
  ["夜間同期", "account@acme.service.invalid"],
  ["x".repeat(200), `${"x".repeat(50)}@acme.service.invalid`],
])("of %s is %s", (name, address) => {
  expect(firstOf(name)).toBe(address);
});

it("is of the organization, whatever its key is made of", () => {
  expect(firstOf("Sync", "harbour_foods")).toBe("sync@harbour-foods.service.invalid");
});

it("has a number where the name is taken", () => {
  const addresses = accountAddresses("Sync", "acme");
  expect([addresses.next().value, addresses.next().value, addresses.next().value]).toEqual([
    "sync@acme.service.invalid",
    "sync-2@acme.service.invalid",
    "sync-3@acme.service.invalid",
  ]);
});
