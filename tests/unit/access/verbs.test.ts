/** The verbs of an entity: the four in their order, then those that its fields and transitions require, by name. */
import { describe, expect, it } from "vitest";
import type { EntityAccess } from "@/lib/access/compile";
import { NO_ROWS } from "@/lib/access/scope";
import { furtherVerbsOf, heldVerbsOf, knownVerbs, sortVerbs } from "@/lib/access/verbs";
import { configurationOf } from "../compiled";

const configuration = configurationOf(
  [
    {
      key: "deals",
      labelField: "title",
      fields: [
        { key: "title", type: "text", writeVerb: "update" },
        { key: "margin", type: "text", readVerb: "readMargin", writeVerb: "sign" },
        { key: "stage", type: "select", options: ["lead", "won"] },
      ],
      lifecycle: {
        field: "stage",
        transitions: [
          { from: "lead", to: "won", verb: "approve" },
          { from: "won", to: "lead" },
        ],
      },
    },
    { key: "notes", labelField: "text", fields: [{ key: "text", type: "text" }] },
  ],
  { one: [{ entity: "deals", verbs: ["list", "archive"] }], two: [{ entity: "notes", verbs: ["list", "pin"] }] },
);

function entityOf(key: string) {
  const entity = configuration.entities.get(key);
  if (entity === undefined) throw new Error(`there is no ${key}`);
  return entity;
}

describe("verbs", () => {
  it("are sorted, each once", () => {
    expect(sortVerbs(["sign", "delete", "approve", "list", "sign"])).toEqual(["list", "delete", "approve", "sign"]);
  });

  it("beyond the four are those of fields and transitions", () => {
    expect(furtherVerbsOf(entityOf("deals"))).toEqual(["approve", "readMargin", "sign"]);
    expect(furtherVerbsOf(entityOf("notes"))).toEqual([]);
  });

  it("of an entity include what a role grants on it although nothing requires it", () => {
    const known = ["list", "create", "update", "delete", "approve", "archive", "readMargin", "sign"];
    expect(knownVerbs(configuration, entityOf("deals"))).toEqual(known);
  });

  it("of a caller are those that reach some record", () => {
    const held = ["list", "sign"];
    const scopeOf = (verb: string) => (held.includes(verb) ? "all" : NO_ROWS);
    expect(heldVerbsOf({ entity: entityOf("deals"), scopeOf } as unknown as EntityAccess)).toEqual(held);
  });
});
