/** What the API reference says of an entity's endpoints, and how they and the fields are found. */
import { describe, expect, it } from "vitest";
import type { Access, EntityAccess } from "@/lib/access/compile";
import type { EntityDocument } from "@/lib/configuration/schema";
import { usableEndpoints } from "@/lib/public-api/reference/endpoint-reference";
import { endpointEntries, entityEntries, fieldEntries } from "@/lib/public-api/reference/search";
import { accessTo } from "../compiled";

const DEALS: EntityDocument = {
  key: "deals",
  pluralLabel: "Deals",
  description: "What is being sold",
  labelField: "title",
  fields: [
    { key: "title", type: "text" },
    { key: "margin", type: "number", readVerb: "readMargin", writeVerb: "writeMargin" },
    { key: "renewal", label: "Next renewal", type: "date" },
  ],
};

const dealsWith = (...verbs: string[]) => accessTo([DEALS], verbs).entity("deals") as EntityAccess;
const slugsOf = (...verbs: string[]) => usableEndpoints(dealsWith(...verbs)).map(({ slug }) => slug);

describe("the endpoints of an entity", () => {
  it("are those that the caller has a verb for", () => {
    expect(slugsOf("list")).toEqual(["list", "query", "aggregate", "read", "changes", "describe"]);
    expect(slugsOf("create")).toEqual(["create", "batch", "describe"]);
    expect(slugsOf("delete")).toEqual(["delete", "describe"]);
  });
});

describe("what the reference has to be found", () => {
  const addressOf = (entityKey: string, anchor = "") => `/reference/${entityKey}#${anchor}`;
  const fields = (...verbs: string[]) => fieldEntries(accessTo([DEALS], verbs), addressOf);
  const titles = (entries: { title: string }[]) => entries.map(({ title }) => title);

  it("are the entities and fields that the caller can see, with the addresses of their sections", () => {
    expect(titles(entityEntries(accessTo([DEALS], ["list"]), addressOf))).toEqual(["Deals"]);
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
    const entities = Array.from({ length: 100 }, (_, index) => {
      const key = `things${index}`;
      return { key, pluralLabel: key, labelField: "name", fields: [{ key: "name", type: "text" as const }] };
    });
    const access = accessTo(entities, ["list", "create", "update", "delete"]);
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
