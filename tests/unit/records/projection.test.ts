/** Which keys a caller is given: absent, given on some records, or always there (contract §§ 4, 6). */
import { describe, expect, it } from "vitest";
import type { EntityAccess } from "@/lib/access/compile";
import { planScope, type RowScope } from "@/lib/access/scope";
import { NOTHING } from "@/lib/query/plan";
import { projectionOf } from "@/lib/records/view";
import { thingsEntity } from "../query/things-entity";
import { codeOf } from "../refusal";

const SOME: RowScope = [{ field: "open", operator: "eq", value: true }];

const access = {
  entity: thingsEntity,
  readable: new Map<string, RowScope>([
    ["title", "all"],
    ["open", "all"],
    ["price", SOME],
    ["whole", []],
  ]),
  planOf: (scope: RowScope) => planScope(scope, thingsEntity),
} as unknown as EntityAccess;

describe("a projection", () => {
  it("hides what is not readable, and keeps the condition of what is on some records", () => {
    const { entityKey, hidden, conditional } = projectionOf(access, null);
    expect(entityKey).toBe("things");
    expect(hidden).toEqual(["mail", "link", "ratio", "day", "moment", "stage", "tags", "other", "extra"]);
    expect(conditional.map(({ key, scope }) => [key, scope.kind])).toEqual([
      ["price", "or"],
      ["whole", "nothing"],
    ]);
    expect(conditional[1]?.scope).toBe(NOTHING);
  });

  it("hides what is not picked", () => {
    const { hidden, conditional } = projectionOf(access, ["title", "title"]);
    expect([hidden.includes("title"), hidden.includes("open"), conditional]).toEqual([false, true, []]);
  });

  it.each([["mail"], ["unknown"], ["id"], ["__proto__"], ["constructor"], [""]])(
    "answers one and the same where what is picked cannot be read: %j",
    (key) => {
      expect(codeOf(() => projectionOf(access, ["title", key]))).toBe("FIELD_NOT_QUERYABLE");
    },
  );
});
