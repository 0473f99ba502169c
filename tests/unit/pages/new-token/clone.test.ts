/** A new token that begins as a copy of another. */
import { expect, it } from "vitest";
import { draftOfClone, formatLost, freeNameLike } from "@/app/(member)/tokens/new/clone";
import { toRequest } from "@/app/(member)/tokens/new/draft";
import { NO_LIMITS } from "@/lib/model";
import { entityRights, furtherRight } from "./entity-permissions";

const deals = {
  ...entityRights("deals", ["list", "update"], [furtherRight("approve")]),
  pluralLabel: "Deals",
  fields: [{ key: "amount", label: "Amount", readVerb: null }],
};
const permissions = [deals, entityRights("notes", ["list"])];
const TOKEN = { name: "Sync", purpose: "Nightly", scopes: null, limits: NO_LIMITS };

it("a copy has what its owner still has of the other token's access, and its limits", () => {
  const scopes = [
    { entity: "deals", verbs: ["list", "delete", "approve"] },
    { entity: "gone", verbs: ["list"] },
  ];
  const limits = {
    deniedFields: [{ entity: "deals", fields: ["amount", "lost"] }],
    rows: [],
    allowedAddresses: ["10.0.0.0/8"],
    requestsPerMinute: 60,
  };
  const draft = draftOfClone({ ...TOKEN, scopes, limits }, permissions, [], "30d");
  expect(toRequest(draft, null)).toMatchObject({
    scopes: [{ entity: "deals", verbs: ["list", "approve"] }],
    deniedFields: [{ entity: "deals", fields: ["amount"] }],
    rows: [],
    allowedAddresses: ["10.0.0.0/8"],
    requestsPerMinute: 60,
  });
  expect(formatLost(scopes, permissions)).toBe("delete on Deals; list on gone");
  expect(formatLost(null, permissions)).toBe("");
});

it.each<[string, string[], string]>([
  ["Sync", ["Sync"], "Sync 2"],
  ["Sync 2", ["Sync 2"], "Sync 3"],
  ["2", ["2"], "2 2"],
])("the free name like %s beside %j is %s", (name, names, free) => {
  expect(freeNameLike(name, names)).toBe(free);
});
