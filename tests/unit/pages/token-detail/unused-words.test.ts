/** Rights that a token could do without. */
import { expect, it } from "vitest";
import { narrowingHref, unusedInWords } from "@/app/(member)/tokens/[id]/access/unused-words";

const UNUSED = [
  { entityKey: "contacts", pluralLabel: "Contacts", verb: "delete" as const },
  { entityKey: "deals", pluralLabel: "Deals", verb: "create" as const },
  { entityKey: "deals", pluralLabel: "Deals", verb: "update" as const },
];

it("Unused rights are told by entity", () => {
  expect(unusedInWords(UNUSED)).toBe("delete on Contacts; create, update on Deals");
});

it("Unused rights are unticked on the page that they lead to", () => {
  expect(narrowingHref("e9wU", UNUSED)).toBe(
    "/tokens/e9wU/edit?remove=contacts%3Adelete&remove=deals%3Acreate&remove=deals%3Aupdate",
  );
});
