/** What the API reference says of an entity's endpoints, and how they and the fields are found. */
import { describe, expect, it } from "vitest";
import { type Access, compileAccess, type EntityAccess } from "@/lib/access/compile";
import { compileConfiguration } from "@/lib/configuration/compile";
import type { OrganizationDocument } from "@/lib/configuration/schema";
import type { Member, VerbWord } from "@/lib/model";
import { describeErrors, usableEndpoints } from "@/lib/public-api/reference/endpoint-reference";
import { searchReference } from "@/lib/public-api/reference/search";

const MEMBER: Member = {
  id: "00000000-0000-7000-8000-0000000000a1",
  organizationId: "organization",
  name: "Ada",
  email: "ada@acme.test",
  roleKeys: ["own"],
  active: true,
  admin: false,
};

function accessWith(verbs: VerbWord[]): Access {
  const document: OrganizationDocument = {
    organization: { key: "acme", name: "Acme" },
    entities: [
      {
        key: "deals",
        pluralLabel: "Deals",
        description: "What is being sold",
        labelField: "title",
        fields: [
          { key: "title", type: "text" },
          { key: "margin", type: "number", readVerb: "readMargin", writeVerb: "writeMargin" },
          { key: "renewal", label: "Next renewal", type: "date" },
        ],
      },
      { key: "accounts", labelField: "name", fields: [{ key: "name", type: "text" }] },
    ],
    roles: [{ key: "own", name: "Own", grants: [{ entity: "deals", verbs }] }],
    members: [],
  };
  const entityIds = new Map(document.entities.map(({ key }) => [key, `id of ${key}`]));
  return compileAccess(compileConfiguration({ organizationId: "o", version: 1, document, entityIds }), MEMBER, null);
}

const dealsWith = (...verbs: VerbWord[]) => accessWith(verbs).entity("deals") as EntityAccess;
const slugsOf = (...verbs: VerbWord[]) => usableEndpoints(dealsWith(...verbs)).map(({ slug }) => slug);
const endpoint = (slug: string) => {
  const found = usableEndpoints(dealsWith("list", "create", "update", "delete")).find((each) => each.slug === slug);
  if (found === undefined) throw new Error(`There is no ${slug}.`);
  return found;
};

describe("the endpoints of an entity", () => {
  it("are those that the caller has a verb for", () => {
    expect(slugsOf("list")).toEqual(["list", "query", "aggregate", "read", "changes", "describe"]);
    expect(slugsOf("create")).toEqual(["create", "batch", "describe"]);
    expect(slugsOf("delete")).toEqual(["delete", "describe"]);
  });

  it("say which parameters they take, of which type and with which default", () => {
    expect(endpoint("list").parameters[0]).toEqual({
      name: "limit",
      type: "integer, 1 to 500",
      required: false,
      description: "The size of the page. Default: 100.",
    });
    expect(endpoint("list").parameters.map(({ name }) => name)).toEqual([
      "limit",
      "cursor",
      "sort",
      "search",
      "fields",
      "expand",
    ]);
  });

  it("say which members a body has, and which it must have", () => {
    expect(endpoint("create").body).toMatchObject([{ name: "data", type: "object", required: true }]);
    expect(endpoint("batch").body?.map(({ name, required }) => [name, required])).toEqual([
      ["operations", true],
      ["atomic", false],
      ["return", false],
    ]);
    expect(endpoint("batch").body?.[2]).toMatchObject({ type: '"minimal" or "representation"' });
    expect(endpoint("read").body).toBeNull();
  });

  it("say which headers they ask for", () => {
    expect(endpoint("update").headers).toMatchObject([{ name: "If-Match", required: true }]);
  });

  it("name their own codes, and not those that every endpoint has", () => {
    expect(endpoint("delete").errors.map(({ status, code }) => `${status} ${code}`)).toEqual([
      "403 PERMISSION_DENIED",
      "404 ENTITY_NOT_FOUND",
      "404 RECORD_NOT_FOUND",
      "409 PARENT_REFERENCE",
      "412 PRECONDITION_FAILED",
      "428 PRECONDITION_REQUIRED",
    ]);
  });
});

it("the errors are those of the error table", () => {
  expect(describeErrors()).toHaveLength(21);
  expect(describeErrors()[0]).toMatchObject({ status: 400, code: "INVALID_BODY" });
});

describe("a search", () => {
  const titles = (text: string, ...verbs: VerbWord[]) =>
    searchReference(accessWith(verbs), text).hits.map(({ kind, title }) => `${kind}: ${title}`);

  it("finds entities, endpoints and fields by their labels, keys and descriptions", () => {
    expect(titles("SOLD", "list")).toEqual(["entity: Deals"]);
    expect(titles("next deals", "list")).toEqual(["field: Next renewal · Deals"]);
    expect(titles("deals.title", "list")).toEqual(["field: Title · Deals"]);
    expect(titles("post query", "list")).toEqual(["endpoint: Query records · Deals"]);
  });

  it("finds nothing that the caller cannot see or do", () => {
    expect(titles("margin", "list")).toEqual([]);
    expect(titles("margin", "list", "readMargin")).toEqual(["field: Margin · Deals"]);
    expect(titles("accounts", "list")).toEqual([]);
    expect(titles("delete a", "list")).toEqual([]);
  });

  it("of no word finds nothing, and of too much only the beginning", () => {
    expect(titles("  ", "list")).toEqual([]);
    expect(searchReference(accessWith(["list"]), "a ".repeat(10_000)).more).toBe(false);
  });

  it("leads to the section", () => {
    expect(searchReference(accessWith(["list"]), "renewal").hits).toEqual([
      {
        kind: "field",
        entityKey: "deals",
        anchor: "field-renewal",
        title: "Next renewal · Deals",
        detail: "deals.renewal, date",
      },
    ]);
  });
});
