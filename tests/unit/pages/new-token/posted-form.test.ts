/** The form of a new token as a browser without scripts sends it. */
import { describe, expect, it } from "vitest";
import { postedCreation } from "@/app/(member)/tokens/action-input";
import { scopesOf } from "@/app/(member)/tokens/new/draft";
import { draftOfPosted, readPostedForm } from "@/app/(member)/tokens/new/posted-form";
import { entityRights } from "./entity-permissions";

const permissions = [entityRights("deals", ["list", "update"]), entityRights("notes", ["list"])];

const FIELDS: [string, string][] = [
  ["form", "0123456789abcdef"],
  ["begun", "read only"],
  ["name", "Sync"],
  ["purpose", "Nightly"],
  ["access", "read only"],
  ["ticked", "deals:list"],
  ["ticked", "notes:list"],
  ["expiry", "30d"],
];

/** With other values in the place of some of these. */
function posted(changed: Record<string, string[]> = {}) {
  const form = new FormData();
  for (const [name, value] of FIELDS) if (!(name in changed)) form.append(name, value);
  for (const [name, values] of Object.entries(changed)) for (const value of values) form.append(name, value);
  return readPostedForm(form);
}

const scopesOfPosted = (changed: Record<string, string[]>) => scopesOf(draftOfPosted(posted(changed), permissions));

describe("what is given", () => {
  it("is the preset that was chosen, where the boxes were left alone", () => {
    expect(scopesOfPosted({})).toEqual([
      { entity: "deals", verbs: ["list"] },
      { entity: "notes", verbs: ["list"] },
    ]);
    expect(scopesOfPosted({ access: ["read and write"] })).toContainEqual({
      entity: "deals",
      verbs: ["list", "update"],
    });
    expect(scopesOfPosted({ access: ["everything"] })).toBeNull();
  });

  it("is what was ticked, whatever the preset beside it says", () => {
    expect(scopesOfPosted({ ticked: ["notes:list"] })).toEqual([{ entity: "notes", verbs: ["list"] }]);
    expect(scopesOfPosted({ ticked: [] })).toEqual([]);
  });

  it("is nothing where no box was ticked and none was at the beginning", () => {
    expect(scopesOfPosted({ begun: ["custom"], access: ["custom"], ticked: [] })).toEqual([]);
  });
});

describe("what was sent", () => {
  it("has the shape that the action takes", () => {
    expect(postedCreation.safeParse(posted()).success).toBe(true);
  });

  it.each<[string, Record<string, string[]>]>([
    ["the form has no id", { form: [] }],
    ["the account is none", { account: ["mine"] }],
  ])("is refused where %s", (_, changed) => {
    expect(postedCreation.safeParse(posted(changed)).success).toBe(false);
  });
});
