/** A token's scopes as people write and read them. */
import { describe, expect, it } from "vitest";
import { compileConfiguration } from "@/lib/configuration/compile";
import { findUnknownVerbs, formatScopes, normalizeScopes, parseScope } from "@/lib/tokens/scopes";
import { exampleFile } from "../configuration/example";

describe("a scope", () => {
  it.each([
    ["deals:list", { entity: "deals", verbs: ["list"] }],
    ["sales-deals:list,list", { entity: "sales-deals", verbs: ["list"] }],
    ["deals:list,update,approve", { entity: "deals", verbs: ["list", "update", "approve"] }],
  ])("%s is parsed", (text, scope) => {
    expect(parseScope(text)).toEqual(scope);
  });

  it.each([
    "",
    "deals",
    "deals:",
    ":list",
    "deals:list,",
    "deals:list:create",
    "deals: list",
    `deals:${"a".repeat(64)}`,
  ])("%j is refused with an example", (text) => {
    expect(() => parseScope(text)).toThrow(
      `"${text}" is not a scope: write entity:verb,verb, such as deals:list,update,approve.`,
    );
  });
});

describe("words that are no verb", () => {
  const file = exampleFile();
  file.entities[1]?.fields.push({ key: "margin", type: "number", readVerb: "readMargin", writeVerb: "writeMargin" });
  file.roles[0]?.grants.push({ entity: "deals", verbs: ["audit"] });
  const entityIds = new Map(file.entities.map(({ key }) => [key, key]));
  const configuration = compileConfiguration({ organizationId: "o", version: 1, document: file, entityIds });
  const unknown = (entity: string, verbs: string[]) => findUnknownVerbs([{ entity, verbs }], configuration);

  it("are reported with the verbs that exist on the entity", () => {
    expect(unknown("deals", ["list", "aprove", "LIST"])).toEqual([
      '"deals" has no verb aprove, LIST: there are list, create, update, delete, approve, audit, readMargin, writeMargin',
    ]);
    expect(unknown("accounts", ["approve"])).toEqual([
      '"accounts" has no verb approve: there are list, create, update, delete',
    ]);
  });

  it("are not reported for known verbs, or for an unknown entity", () => {
    expect(unknown("deals", ["delete", "approve", "audit", "readMargin"])).toEqual([]);
    expect(unknown("nothing", ["aprove"])).toEqual([]);
    expect(findUnknownVerbs(null, configuration)).toEqual([]);
  });
});

describe("scopes", () => {
  it("of one entity become one, in a fixed order", () => {
    const scopes = normalizeScopes([
      { entity: "deals", verbs: ["readMargin", "delete", "list"] },
      { entity: "accounts", verbs: ["update"] },
      { entity: "deals", verbs: ["list", "approve", "create"] },
    ]);
    expect(scopes).toEqual([
      { entity: "accounts", verbs: ["update"] },
      { entity: "deals", verbs: ["list", "create", "delete", "approve", "readMargin"] },
    ]);
    expect(formatScopes(scopes)).toBe("accounts:update deals:list,create,delete,approve,readMargin");
  });

  it("that are null mean everything", () => {
    expect([normalizeScopes(null), formatScopes(null)]).toEqual([null, "everything"]);
  });
});
