/** A token's scopes as people write and read them. */
import { describe, expect, it } from "vitest";
import { formatScopes, normalizeScopes, parseScope } from "@/lib/tokens/scopes";

describe("a scope", () => {
  it.each([
    ["deals:list", { entity: "deals", verbs: ["list"] }],
    ["deals:list,create,update,delete", { entity: "deals", verbs: ["list", "create", "update", "delete"] }],
    ["sales-deals:list,list", { entity: "sales-deals", verbs: ["list"] }],
  ])("%s is parsed", (text, scope) => {
    expect(parseScope(text)).toEqual(scope);
  });

  it.each([
    "",
    "deals",
    "deals:",
    ":list",
    "deals:read",
    "deals:list,",
    "deals:list:create",
    "deals: list",
    "deals:LIST",
  ])("%j is refused with an example", (text) => {
    expect(() => parseScope(text)).toThrow(
      `"${text}" is not a scope: write entity:verb,verb with verbs of list, create, update, delete.`,
    );
  });
});

describe("scopes", () => {
  it("of one entity become one, in a fixed order", () => {
    const scopes = normalizeScopes([
      { entity: "deals", verbs: ["delete", "list"] },
      { entity: "accounts", verbs: ["update"] },
      { entity: "deals", verbs: ["list", "create"] },
    ]);
    expect(scopes).toEqual([
      { entity: "accounts", verbs: ["update"] },
      { entity: "deals", verbs: ["list", "create", "delete"] },
    ]);
    expect(formatScopes(scopes)).toBe("accounts:update deals:list,create,delete");
  });

  it("that are none mean everything", () => {
    expect([normalizeScopes(null), formatScopes(null)]).toEqual([null, "everything"]);
  });
});
