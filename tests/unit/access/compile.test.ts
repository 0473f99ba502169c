/** What one caller may do: grants united, cut to the token's scopes, field by field (spec: Authentication, 3). */
import { describe, expect, it } from "vitest";
import { type Access, compileAccess, compileEntityAccess, type EntityAccess } from "@/lib/access/compile";
import type { EntityDocument } from "@/lib/configuration/schema";
import type { Configuration, DeniedFields, Entity, Member, RowLimit, Scopes } from "@/lib/model";
import { configurationOf, type Grants, MEMBER } from "../compiled";

const ADA: Member = { ...MEMBER, roleKeys: ["first", "second", "removed"] };
const MINE = ["createdBy", "eq", "$member.id"] as const;
const OPEN = ["open", "eq", true] as const;

/** Grants on deals: on all of them, on those of the member, and on the open ones. */
const on = (...verbs: string[]) => ({ entity: "deals", verbs });
const onMine = (...verbs: string[]) => ({ ...on(...verbs), where: [...MINE] });
const onOpen = (...verbs: string[]) => ({ ...on(...verbs), where: [...OPEN] });

type Others = { second?: Grants; scopes?: Scopes; denied?: DeniedFields[]; rows?: RowLimit[] };

/** Grants of the two roles that the member has. */
function compile(first: Grants, { second = [], scopes = null, denied = [], rows = [] }: Others = {}): Access {
  return compileAccess(rolesWith(first, second), ADA, scopes, { deniedFields: denied, rows });
}

const ENTITIES: EntityDocument[] = [
  {
    key: "deals",
    labelField: "title",
    fields: [
      { key: "title", type: "text", limitable: true },
      { key: "open", type: "boolean", searchable: false },
      { key: "margin", type: "text", readVerb: "readMargin", writeVerb: "writeMargin", limitable: true },
      { key: "score", type: "integer", readOnly: true },
      { key: "secret", type: "text", queryable: false, searchable: false },
    ],
  },
  {
    key: "accounts",
    labelField: "name",
    uniqueLabel: true,
    fields: [
      { key: "name", type: "text" },
      { key: "city", type: "text" },
      { key: "number", type: "text", unique: true },
      { key: "taxNumber", type: "text", unique: true, queryable: false },
    ],
  },
  { key: "internal", labelField: "name", exposed: false, fields: [{ key: "name", type: "text" }] },
];

/** The third role is not the member's. */
const rolesWith = (first: Grants, second: Grants = []): Configuration =>
  configurationOf(ENTITIES, { first, second, third: [on("delete")] });

function deals(...parameters: Parameters<typeof compile>): EntityAccess {
  const access = compile(...parameters).entity("deals");
  if (access === null) throw new Error("the entity is not usable");
  return access;
}

const bound = { field: "createdBy", operator: "eq", value: MEMBER.id };
const open = { field: "open", operator: "eq", value: true };

describe("grants", () => {
  it("of several roles add up: verbs unite", () => {
    const access = deals([on("list")], { second: [on("create")] });
    expect(access.permissions).toEqual({ list: true, create: true, update: false, delete: false });
  });

  it("with a where give the verb on those records", () => {
    const access = deals([onOpen("update")]);
    expect(access.permissions.update).toBe(true);
    expect(access.scopeOf("update")).toEqual([open]);
  });

  it("of one verb are OR-ed, each once", () => {
    const access = deals([onOpen("list"), onMine("list")], { second: [onOpen("list")] });
    expect(access.scopeOf("list")).toEqual([open, bound]);
  });

  it("without a where beat those with one, in any order", () => {
    const some = onOpen("list");
    const all = on("list");
    expect(deals([some, all]).scopeOf("list")).toBe("all");
    expect(deals([all], { second: [some] }).scopeOf("list")).toBe("all");
  });

  it("bind the member wherever its variables appear", () => {
    const mail = { field: "title", operator: "in", value: ["ada@acme.test", "x"] };
    const where = { not: { or: [{ and: [[...MINE]] }, ["title", "in", ["$member.email", "x"]]] } };
    const access = deals([{ entity: "deals", verbs: ["list"], where } as Grants[number]]);
    expect(access.scopeOf("list")).toEqual([{ not: { or: [{ and: [bound] }, mail] } }]);
  });

  it("recognize a variable only if it stands alone", () => {
    const access = deals([{ entity: "deals", verbs: ["list"], where: ["title", "eq", "x $member.id"] }]);
    expect(access.scopeOf("list")).toEqual([{ field: "title", operator: "eq", value: "x $member.id" }]);
  });
});

describe("a token's scopes", () => {
  const everything: Grants = [
    on("list", "create", "update", "delete", "approve", "readMargin", "writeMargin"),
    { entity: "accounts", verbs: ["list"] },
  ];

  it("cut every verb that they do not name, the four and further ones alike", () => {
    const access = deals(everything, { scopes: [on("list", "readMargin")] });
    expect(access.permissions).toEqual({ list: true, create: false, update: false, delete: false });
    expect([access.scopeOf("update"), access.scopeOf("approve"), access.scopeOf("writeMargin")]).toEqual([[], [], []]);
    expect([access.readable.get("margin"), access.writable.has("margin")]).toEqual(["all", false]);
  });

  it("without the verb that a field requires make it neither readable nor writable", () => {
    const access = deals(everything, { scopes: [on("list", "create", "update")] });
    expect([access.readable.has("margin"), access.queryable.has("margin"), access.searchable.has("margin")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(access.writable.has("margin")).toBe(false);
  });
});

describe("an entity", () => {
  it.each(["internal", "unknown", "__proto__", "constructor", ""])("does not exist for any caller: %j", (key) => {
    const access = compile([{ entity: "internal", verbs: ["list", "create", "update", "delete"] }]);
    expect(access.entity(key)).toBeNull();
  });

  it("does not exist for a caller with none of the four verbs on it", () => {
    expect(compile([on("approve", "readMargin")]).entity("deals")).toBeNull();
  });

  it("is compiled once, so that its plans are made once", () => {
    const access = compile([on("list")]);
    expect(access.entity("deals")).not.toBeNull();
    expect(access.entity("deals")).toBe(access.entity("deals"));
  });

  it("has one plan for each scope", () => {
    const access = deals([onOpen("list")]);
    expect(access.reach("list")).toMatchObject({ kind: "or", parts: [{ operator: "eq", value: true }] });
    expect(access.reach("list")).toBe(access.reach("list"));
    expect(access.reach("update")).toEqual({ kind: "nothing" });
  });

  it("is listed once, by key", () => {
    const access = compile([on("list"), { entity: "accounts", verbs: ["create"] }]);
    expect(access.entities().map(({ entity }) => entity.key)).toEqual(["accounts", "deals"]);
  });
});

describe("a field", () => {
  const keys = (map: ReadonlyMap<string, unknown>) => [...map.keys()];

  it("without verbs can be read and written by all, unless it is read-only", () => {
    const access = deals([on("list")]);
    expect(keys(access.readable)).toEqual(["title", "open", "score", "secret"]);
    expect(keys(access.writable)).toEqual(["title", "open", "secret"]);
  });

  it("is queried and searched only as far as the file says", () => {
    const access = deals([on("list")]);
    expect(keys(access.queryable)).toEqual(["title", "open", "score"]);
    expect(keys(access.searchable)).toEqual(["title"]);
  });

  it("with a write verb can be written by its holders, readable or not", () => {
    const access = deals([on("list", "writeMargin")]);
    expect([access.readable.has("margin"), access.writable.get("margin")]).toEqual([false, "all"]);
  });

  it("that is readable on some records only cannot be queried: its order would reveal the others", () => {
    const access = deals([on("list"), onOpen("readMargin")]);
    expect(access.readable.get("margin")).toEqual([open]);
    expect([access.queryable.has("margin"), access.searchable.has("margin")]).toEqual([false, false]);
  });

  it("that is readable on all the records that are listed can be queried", () => {
    const where = [...OPEN];
    const access = deals([{ entity: "deals", verbs: ["list", "readMargin"], where }]);
    expect(access.readable.get("margin")).toBe("all");
    expect([access.queryable.has("margin"), access.searchable.has("margin")]).toEqual([true, true]);
  });

  it("that is denied to a token is not read, searched or queried by it, and is written as before", () => {
    const denied = [
      { entity: "deals", fields: ["title"] },
      { entity: "accounts", fields: ["open"] },
    ];
    const access = deals([on("list")], { denied });
    expect(keys(access.readable)).toEqual(["open", "score", "secret"]);
    expect([access.queryable.has("title"), access.searchable.has("title")]).toEqual([false, false]);
    expect(keys(access.writable)).toEqual(["title", "open", "secret"]);
  });
});

describe("the rows of a token", () => {
  const ALPHA = ["title", "eq", "alpha"];
  const alpha: RowLimit[] = [{ entityKey: "deals", where: ALPHA }];
  const parsed = { field: "title", operator: "eq", value: "alpha" };
  const mine = { field: "createdBy", operator: "eq", value: MEMBER.id };
  const all = on("list", "create", "update", "delete", "readMargin");

  it("narrow every verb, on all records and on some", () => {
    const access = deals([all, onMine("approve")], { rows: alpha });
    for (const verb of all.verbs) expect(access.scopeOf(verb), verb).toEqual([{ and: [parsed] }]);
    expect(access.scopeOf("approve")).toEqual([{ and: [mine, parsed] }]);
  });

  it("of several limits satisfy all of them", () => {
    const rows = [...alpha, { entityKey: "deals", where: { not: ["margin", "is_null", true] } }];
    const isNull = { field: "margin", operator: "is_null", value: true };
    expect(deals([all], { rows }).scopeOf("list")).toEqual([{ and: [parsed, { not: isNull }] }]);
  });

  it("give no verb that the token does not have, and concern no other entity", () => {
    const access = compile([all, { entity: "accounts", verbs: ["list"] }], {
      rows: alpha,
      scopes: [on("list"), { entity: "accounts", verbs: ["list"] }],
    });
    expect(access.entity("deals")?.permissions).toEqual({ list: true, create: false, update: false, delete: false });
    expect(access.entity("accounts")?.scopeOf("list")).toBe("all");
  });

  it("are shown with the access, without those by a field that the token cannot read", () => {
    const both = { and: [ALPHA, ["margin", "is_null", false]] };
    const rows = [...alpha, { entityKey: "deals", where: both }];
    const shown = (denied: string[]) => deals([all], { rows, denied: [{ entity: "deals", fields: denied }] }).limitedTo;
    expect(shown([])).toEqual([ALPHA, both]);
    expect(shown(["margin"])).toEqual([ALPHA]);
    expect(shown(["title"])).toEqual([]);
    expect(deals([all]).limitedTo).toEqual([]);
  });

  it("limit by a field that the token cannot read, if its owner can", () => {
    const denied = [{ entity: "deals", fields: ["title"] }];
    expect(deals([all], { rows: alpha, denied }).scopeOf("list")).toEqual([{ and: [parsed] }]);
  });

  it.each<[string, RowLimit["where"], Grants]>([
    ["is not limitable", ["open", "eq", true], [all]],
    ["is gone", ["region", "eq", "EMEA"], [all]],
    ["is of another type by now", ["title", "any_of", ["alpha"]], [all]],
    ["belongs to another record", ["account.name", "eq", "A"], [all]],
    ["is a system field", ["created", "gte", "2026-01-01T00:00:00Z"], [all]],
    ["the owner cannot read", ["margin", "eq", "1"], [on("list")]],
    ["the owner reads on some records", ["margin", "eq", "1"], [on("list"), onMine("readMargin")]],
    ["the owner, who creates and does not list, reads nowhere", ["margin", "eq", "1"], [on("create")]],
    ["the owner cannot see on records that they change", ALPHA, [on("update"), onMine("list")]],
    ["the owner cannot see on records that they delete", ALPHA, [on("delete"), onMine("list")]],
    ["is in a filter of another shape", "alpha", [all]],
  ])("are none by a field that %s", (_, where, grants) => {
    const rows = [...alpha, { entityKey: "deals", where }];
    expect(compile(grants, { rows }).entity("deals")).toBeNull();
  });

  it("can be limited by a field that the owner reads wherever they list, though they create elsewhere", () => {
    const grants: Grants = [on("create"), onMine("list", "update", "readMargin")];
    expect([...deals(grants).limitable.keys()]).toEqual(["title", "margin"]);
    expect(deals(grants, { rows: alpha }).scopeOf("create")).toEqual([{ and: [parsed] }]);
  });
});

it("a field that finds a record is unique and can be queried, or is the unique label", () => {
  const configuration = rolesWith([{ entity: "accounts", verbs: ["list"] }]);
  const accounts = configuration.entities.get("accounts") as Entity;
  const findable = (entity: Entity) => [...compileEntityAccess(configuration, entity, ADA, null).findable.keys()];
  expect(findable(accounts)).toEqual(["name", "number"]);
  expect(findable({ ...accounts, uniqueLabel: false })).toEqual(["number"]);
});
