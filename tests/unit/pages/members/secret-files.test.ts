/** The new secrets as files: one variable for each token, whatever its name, and a table that no spreadsheet runs. */
import { expect, it } from "vitest";
import { byOwner, toCsvFile, toEnvironmentFile } from "@/app/(member)/admin/members/[id]/hand-over/secret-files";

const token = (name: string, owner: string, text: string) => ({ name, owner, hint: `hint of ${text}`, text });

const owners = byOwner([
  token("Website sync", "Nightly sync", "one"),
  token("Über-Lager 2", "Warehouse", "two"),
  token("website  SYNC!", "Nightly sync", "three"),
  token("東京", "Warehouse", "four"),
  token("a\nPATH=/tmp", "Warehouse", "five"),
]);

it("lists the secrets of each owner together, for the environment", () => {
  expect(toEnvironmentFile(owners)).toBe(`# Owner: Nightly sync

# Website sync
PUBLIC_RECORDS_TOKEN_WEBSITE_SYNC=one

# website  SYNC!
PUBLIC_RECORDS_TOKEN_WEBSITE_SYNC_2=three

# Owner: Warehouse

# Über-Lager 2
PUBLIC_RECORDS_TOKEN_UBER_LAGER_2=two

# 東京
PUBLIC_RECORDS_TOKEN=four

# a PATH=/tmp
PUBLIC_RECORDS_TOKEN_A_PATH_TMP=five
`);
});

it("is a table for spreadsheets, in which a name is no formula", () => {
  const formula = byOwner([token("=1+1", "Nightly sync", "one")]);
  expect(toCsvFile(formula)).toBe("\uFEFFowner,name,hint,secret\r\nNightly sync,'=1+1,hint of one,one\r\n");
});
