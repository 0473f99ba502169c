/** What Edit removes from a token's access. */
import { expect, it } from "vitest";
import { changesIn, draftOfEdit } from "@/app/(member)/tokens/[id]/edit/edit-draft";
import { NO_LIMITS, VERBS, type Verb } from "@/lib/model";
import type { EntityEffect, VerbAccess } from "@/lib/tokens/read/detail";

const access = (...granted: Verb[]) => {
  const verbs = VERBS.map((verb) => [verb, { granted: granted.includes(verb), held: true } as VerbAccess]);
  const entity = { entityKey: "deals", pluralLabel: "Deals", verbs: Object.fromEntries(verbs), further: [] };
  return [entity as unknown as EntityEffect];
};

it("is only what was unticked, even if the token gains permissions while the page is open", () => {
  const token = { name: "Sync", purpose: "", limits: NO_LIMITS };
  const changes = (removed: "deals:create"[], now: EntityEffect[]) =>
    changesIn(draftOfEdit(token, removed), { shown: token, access: now, limits: NO_LIMITS, entities: [] });
  expect(changes([], access("list", "create", "update")).lost).toBe("");
  expect(changes(["deals:create"], access("list", "create", "update")).lost).toBe("create on Deals");
});
