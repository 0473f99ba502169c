/** The schema that editors read is the one that `config check` holds files to. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { organizationJsonSchema } from "@/lib/configuration/schema";

it("docs/organization.schema.json is up to date: npm run -s admin -- config schema > docs/organization.schema.json", () => {
  expect(readFileSync("docs/organization.schema.json", "utf8")).toBe(organizationJsonSchema());
});
