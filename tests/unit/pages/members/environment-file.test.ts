/** The new secrets as a file: one variable for each token, whatever its name. */
import { expect, it } from "vitest";
import { toEnvironmentFile } from "@/app/(member)/admin/members/[id]/hand-over/moved-secrets";

it("has a variable for each token, for the environment of a program", () => {
  const tokens = [
    { name: "Website sync", text: "one" },
    { name: "Über-Lager 2", text: "two" },
    { name: "website  SYNC!", text: "three" },
    { name: "東京", text: "four" },
    { name: "a\nPATH=/tmp", text: "five" },
  ];
  expect(toEnvironmentFile("Nightly sync", tokens)).toBe(`# Owner: Nightly sync

# Website sync
PUBLIC_RECORDS_TOKEN_WEBSITE_SYNC=one

# Über-Lager 2
PUBLIC_RECORDS_TOKEN_UBER_LAGER_2=two

# website  SYNC!
PUBLIC_RECORDS_TOKEN_WEBSITE_SYNC_2=three

# 東京
PUBLIC_RECORDS_TOKEN=four

# a PATH=/tmp
PUBLIC_RECORDS_TOKEN_A_PATH_TMP=five
`);
});
