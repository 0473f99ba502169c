/** What a choice of scopes comes to, in words, endpoints and the API's own codes. */
import { describe, expect, it } from "vitest";
import type { Scopes, Verb, VerbWord } from "@/lib/model";
import { withDocumentation } from "@/lib/public-api/endpoints/documentation";
import { ENDPOINTS } from "@/lib/public-api/endpoints/registry";
import type { EntityPermissions, FurtherPermission, VerbPermission } from "@/lib/tokens/permissions";
import { describeScopes } from "@/lib/tokens/read/review";
import { furtherRight } from "../pages/new-token/entity-permissions";

function rightsOn(
  entityKey: string,
  pluralLabel: string,
  held: Partial<Record<Verb, "all" | "some">>,
  further: FurtherPermission[] = [],
): EntityPermissions {
  const permission = (verb: Verb): VerbPermission =>
    held[verb] === undefined ? { held: false, reason: "not held" } : { held: true, someRecords: held[verb] === "some" };
  const verbs = {
    list: permission("list"),
    create: permission("create"),
    update: permission("update"),
    delete: permission("delete"),
  };
  const words = { entityKey, label: entityKey, pluralLabel, description: null };
  return { ...words, verbs, further, hiddenFieldCount: 0, fields: [], limiting: [] };
}

const DEALS = rightsOn("deals", "Deals", { list: "all", create: "all", update: "all", delete: "all" });
const ACCOUNTS = rightsOn("accounts", "Accounts", { list: "all" });
const NOTES = rightsOn("notes", "Notes", { list: "some", create: "some", update: "some" });
const RIGHTS = [ACCOUNTS, DEALS, NOTES];
/** With further verbs: one to read, one to write with, one for a transition on some records, and one that is not held. */
const ORDERS = rightsOn("orders", "Orders", { list: "all", create: "all", update: "all" }, [
  furtherRight("approve", { permission: { held: true, someRecords: true } }),
  furtherRight("audit", { permission: { held: false, reason: "not held" } }),
  furtherRight("readCost", { worksWith: ["list"], permission: { held: true, someRecords: true } }),
  furtherRight("writeCost", { worksWith: ["create", "update"], neededToCreate: true }),
]);
const only = (entity: string, verbs: VerbWord[]): Scopes => [{ entity, verbs }];

it.each<[Scopes, string, string]>([
  [[], "nothing", "This token can do nothing yet."],
  [only("accounts", ["list"]), "reads", "This token can list Accounts, and nothing else."],
  [
    only("deals", ["list", "update", "create"]),
    "writes",
    "This token can list, create and update Deals, and nothing else.",
  ],
  [
    [...(only("deals", ["list", "create"]) ?? []), ...(only("accounts", ["list"]) ?? [])],
    "writes",
    "This token can list Accounts; list and create Deals, and nothing else.",
  ],
  [
    null,
    "deletes",
    "This token can do whatever you can do, now and later. Today it can list Accounts; list, create, update and delete Deals; list, create and update Notes.",
  ],
])("the risk of %j is %s, and has a sentence", (scopes, risk, sentence) => {
  expect(describeScopes(scopes, RIGHTS)).toMatchObject({ risk, sentence });
});

describe("further verbs", () => {
  const review = (scopes: Scopes) => describeScopes(scopes, [ACCOUNTS, ORDERS]);
  const warnings = (verbs: VerbWord[]) => review(only("orders", verbs)).warnings.map(({ code, text }) => [code, text]);

  it.each<[Scopes, string]>([
    [
      only("orders", ["update", "approve", "list", "readCost"]),
      "This token can list and update Orders, with approve and readCost, and nothing else.",
    ],
    [
      [...(only("orders", ["list", "readCost"]) ?? []), ...(only("accounts", ["list"]) ?? [])],
      "This token can list Accounts; list Orders, with readCost, and nothing else.",
    ],
    [only("orders", ["approve"]), "This token can do nothing yet."],
    [
      null,
      "This token can do whatever you can do, now and later. Today it can list Accounts; list, create and update Orders, with approve, readCost and writeCost.",
    ],
  ])("are named in the sentence of %j", (scopes, sentence) => {
    expect(review(scopes).sentence).toBe(sentence);
  });

  it("open no entity and no endpoint by themselves", () => {
    expect(review(only("orders", ["approve", "readCost"]))).toMatchObject({
      risk: "nothing",
      endpoints: [
        { method: "GET", path: "/me" },
        { method: "GET", path: "/entities" },
        { method: "GET", path: "/openapi.json" },
      ],
    });
  });

  it("that do nothing alone are marked as such", () => {
    expect(warnings(["list", "approve"])).toContainEqual([null, "approve on Orders is of no use without update."]);
    expect(warnings(["list", "writeCost"])).toContainEqual([
      null,
      "writeCost on Orders is of no use without create or update.",
    ]);
    expect(warnings(["update", "readCost"])).toContainEqual([null, "readCost on Orders is of no use without list."]);
  });

  it("that do something alone are not", () => {
    expect(warnings(["list", "update", "readCost", "writeCost"])).toEqual([]);
  });

  it("held on some records only are 403 on the others, where they are for writing", () => {
    expect(warnings(["list", "update", "approve", "readCost"])).toEqual([
      ["PERMISSION_DENIED", "You have approve on some of the Orders only. The others are 403."],
    ]);
  });

  it("that creating requires are reported", () => {
    expect(warnings(["list", "create"])).toEqual([
      ["PERMISSION_DENIED", "Creating Orders without writeCost: a required field needs it, so every attempt is 403."],
    ]);
    expect(warnings(["list", "create", "writeCost"])).toEqual([]);
  });
});

it("the sentence of many entities groups what is alike", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => rightsOn(`e${index}`, `E${index}`, { list: "all" }));
  const readAll = (permissions: EntityPermissions[]): NonNullable<Scopes> =>
    permissions.map(({ entityKey }) => ({ entity: entityKey, verbs: ["list"] }));
  const permissions = [...many(2), DEALS, rightsOn("zones", "Zones", { list: "all" })];
  const scopes = readAll(permissions).map((scope) =>
    scope.entity === "deals" ? { ...scope, verbs: ["delete" as Verb] } : scope,
  );
  expect(describeScopes(scopes, permissions).sentence).toBe(
    "This token can list E0, E1 and Zones; delete Deals, and nothing else.",
  );
});

it.each<[Verb[]]>([[["list"]], [["create"]], [["update"]], [["delete"]], [["list", "create", "update", "delete"]]])(
  "the endpoints for %j are those of the registry, of webhooks the one that creates them",
  (verbs) => {
    const open = ENDPOINTS.map(withDocumentation).filter(({ name, tag, verbs: needed }) =>
      tag === "Webhooks"
        ? name === "webhooks.create" && verbs.includes("list")
        : needed.length === 0 || needed.some((verb) => verbs.includes(verb)),
    );
    const registry = open.map(({ method, path }) => `${method} ${path.replace(":entityKey", "deals")}`);
    const shown = describeScopes(only("deals", verbs), RIGHTS).endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(shown.sort()).toEqual(registry.sort());
  },
);

describe("the warnings", () => {
  const codes = (scopes: Scopes) =>
    describeScopes(scopes, RIGHTS).warnings.map(({ entityKey, code }) => [entityKey, code]);

  it.each<[string, Scopes, [string, string | null][]]>([
    ["reading and writing", only("deals", ["list", "create", "update"]), []],
    ["create without list", only("deals", ["create"]), [["deals", "CREATED_RECORD_NOT_READABLE"]]],
    ["update without list", only("deals", ["update"]), [["deals", "PRECONDITION_FAILED"]]],
    ["list on some records", only("notes", ["list"]), [["notes", "RECORD_NOT_FOUND"]]],
    [
      "writing on some records",
      only("notes", ["list", "create", "update"]),
      [
        ["notes", "RECORD_NOT_FOUND"],
        ["notes", "PERMISSION_DENIED"],
      ],
    ],
  ])("for %s", (_, scopes, expected) => {
    expect(codes(scopes)).toEqual(expected);
  });

  it("say what will happen", () => {
    expect(describeScopes(only("deals", ["create"]), RIGHTS).warnings[0]?.text).toBe(
      "Creating Deals without list: each record is created, and the response is 403. Do not repeat the request.",
    );
    expect(describeScopes(only("deals", ["delete"]), RIGHTS).warnings[0]?.text).toBe(
      "Deleting Deals cannot be undone, and without list the token cannot read a record's version: only If-Match: * will do.",
    );
  });
});

it("limits are sentences beside what the token can do, with the names that people know", () => {
  const deals = { ...DEALS, fields: [{ key: "amount", label: "Amount", readVerb: null }] };
  const limits = {
    deniedFields: [{ entity: "deals", fields: ["amount"] }],
    rows: [],
    allowedAddresses: ["10.0.0.0/8", "192.0.2.7"],
    requestsPerMinute: 60,
  };
  expect(describeScopes([{ entity: "deals", verbs: ["list"] }], [deals], limits).sentence).toBe(
    "This token can list Deals, and nothing else. It cannot read Amount of Deals. It works from 10.0.0.0/8 and 192.0.2.7 only. It can send 60 requests a minute.",
  );
});
