/** What the API reference says of an entity's endpoints, and how they and the fields are found. */
import { describe, expect, it } from "vitest";
import { type Access, compileAccess, type EntityAccess } from "@/lib/access/compile";
import { compileConfiguration } from "@/lib/configuration/compile";
import type { OrganizationDocument } from "@/lib/configuration/schema";
import type { Member, VerbWord } from "@/lib/model";
import { usableEndpoints } from "@/lib/public-api/reference/endpoint-reference";
import { endpointEntries, entityEntries, fieldEntries } from "@/lib/public-api/reference/search";

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
  return accessOf(document);
}

/** Many entities, each of which has one field. */
function accessTo(count: number): Access {
  const keys = Array.from({ length: count }, (_, index) => `things${index}`);
  return accessOf({
    organization: { key: "acme", name: "Acme" },
    entities: keys.map((key) => {
      return { key, pluralLabel: key, labelField: "name", fields: [{ key: "name", type: "text" }] };
    }),
    roles: [
      {
        key: "own",
        name: "Own",
        grants: keys.map((entity) => ({ entity, verbs: ["list", "create", "update", "delete"] })),
      },
    ],
    members: [],
  });
}

function accessOf(document: OrganizationDocument): Access {
  const entityIds = new Map(document.entities.map(({ key }) => [key, `id of ${key}`]));
  return compileAccess(compileConfiguration({ organizationId: "o", version: 1, document, entityIds }), MEMBER, null);
}

const dealsWith = (...verbs: VerbWord[]) => accessWith(verbs).entity("deals") as EntityAccess;
const slugsOf = (...verbs: VerbWord[]) => usableEndpoints(dealsWith(...verbs)).map(({ slug }) => slug);

describe("the endpoints of an entity", () => {
  it("are those that the caller has a verb for", () => {
    expect(slugsOf("list")).toEqual(["list", "query", "aggregate", "read", "changes", "describe"]);
    expect(slugsOf("create")).toEqual(["create", "batch", "describe"]);
    expect(slugsOf("delete")).toEqual(["delete", "describe"]);
  });
});

describe("what the reference has to be found", () => {
  const addressOf = (entityKey: string, anchor = "") => `/reference/${entityKey}#${anchor}`;
  const fields = (...verbs: VerbWord[]) => fieldEntries(accessWith(verbs), addressOf);
  const titles = (entries: { title: string }[]) => entries.map(({ title }) => title);

  it("are the entities and fields that the caller can see, with the addresses of their sections", () => {
    expect(titles(entityEntries(accessWith(["list"]), addressOf))).toEqual(["Deals"]);
    expect(titles(fields("list"))).toEqual(["Title · Deals", "Next renewal · Deals"]);
    expect(titles(fields("list", "readMargin"))).toContain("Margin · Deals");
    expect(fields("list")[1]).toMatchObject({
      detail: "deals.renewal, date",
      href: "/reference/deals#field-renewal",
      words: "renewal",
    });
  });

  const endpoints = (text: string, access: Access) => endpointEntries(access, text, addressOf);

  it("have an endpoint once, with each entity that it is there for, or for the entity that the text names", () => {
    const access = accessTo(100);
    expect(endpoints("batch", access)).toHaveLength(1);
    expect(endpoints("batch", access)[0]).toMatchObject({
      title: "Batch write",
      detail: "POST /entities/:entityKey/records/batch",
      href: "/reference/things0#batch",
    });
    expect(endpoints("batch", access)[0]?.below).toHaveLength(100);
    expect(endpoints("batch things42", access)).toMatchObject([
      { title: "Batch write · things42", href: "/reference/things42#batch" },
    ]);
    expect(endpoints("things42", access)).toEqual([]);
  });
});
