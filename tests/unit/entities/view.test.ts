/** Entities and fields as discovery shows them, every key of them (contract §§ 5, 8). */
import { describe, expect, it } from "vitest";
import type { EntityDocument } from "@/lib/configuration/schema";
import { toEntityDescription, toEntitySummary } from "@/lib/entities/view";
import { FIELD_OPERATORS } from "@/lib/query/filter/operators";
import { accessTo } from "../compiled";

const DEALS: EntityDocument = {
  key: "deals",
  label: "Deal",
  pluralLabel: "Deals",
  description: "Sales",
  labelField: "title",
  uniqueLabel: true,
  fields: [
    { key: "title", type: "text", maxLength: 200, readVerb: "readTitle" },
    { key: "tags", type: "multiselect", options: ["a", { value: "b", label: "B!" }], description: "Marks" },
    { key: "price", type: "decimal", min: "0", default: "1.50", queryable: false },
    { key: "owner", label: "Owned by", type: "reference", entity: "deals", required: true, readVerb: "readOwner" },
    { key: "hidden", type: "text", readVerb: "readHidden" },
    { key: "score", type: "integer", readOnly: true, max: 10 },
    { key: "extra", type: "json" },
  ],
};

function accessOf(...verbs: string[]) {
  const all = accessTo([DEALS], verbs);
  const deals = all.entity("deals");
  if (deals === null) throw new Error("there is no entity");
  return { deals, all };
}

function descriptionFor(...verbs: string[]) {
  const { deals, all } = accessOf(...verbs);
  return toEntityDescription(deals, all);
}

const ORDERED = ["eq", "neq", "in", "nin", "gt", "gte", "lt", "lte", "between", "is_null"];

describe("a summary", () => {
  it("has names and the permission map, and nothing else", () => {
    expect(toEntitySummary(accessOf("list", "update").deals)).toEqual({
      entityKey: "deals",
      label: "Deal",
      pluralLabel: "Deals",
      description: "Sales",
      permissions: { list: true, create: false, update: true, delete: false },
    });
  });
});

describe("a description", () => {
  const full = descriptionFor("list", "create", "readTitle");

  it("has the fields that the owner may read, and the required one that it must write to create", () => {
    expect(full.fields.map(({ key }) => key)).toEqual(["title", "tags", "price", "owner", "score", "extra"]);
    const reader = descriptionFor("list", "update");
    expect(reader.fields.map(({ key }) => key)).toEqual(["tags", "price", "score", "extra"]);
  });

  it("names the label field only to who may see it", () => {
    expect(full.labelField).toBe("title");
    expect(descriptionFor("list").labelField).toBeNull();
  });

  /** A field of which nothing is said and that nothing can be asked about. */
  const PLAIN = {
    description: null,
    required: false,
    unique: false,
    multiple: false,
    default: null,
    createable: true,
    updateable: false,
    queryable: false,
    sortable: false,
    searchable: false,
    operators: [],
    options: [],
    reference: null,
    referencedFields: [],
    min: null,
    max: null,
    maxLength: null,
    deprecated: false,
    deprecation: null,
  };
  const ASKED = { queryable: true, sortable: true };
  const TEXT = { ...ASKED, searchable: true, operators: FIELD_OPERATORS.text };
  const OPTIONS = [
    { value: "a", label: "a" },
    { value: "b", label: "B!" },
  ];
  const TAGS = { description: "Marks", multiple: true, queryable: true, options: OPTIONS };

  it.each([
    ["title", { label: "Title", type: "text", unique: true, maxLength: 200, ...TEXT }],
    ["tags", { label: "Tags", type: "multiselect", operators: ["any_of", "all_of", "is_null"], ...TAGS }],
    ["price", { label: "Price", type: "decimal", default: "1.50", min: "0" }],
    ["owner", { label: "Owned by", type: "reference", required: true, reference: "deals" }],
    ["score", { label: "Score", type: "integer", max: 10, createable: false, ...ASKED, operators: ORDERED }],
    ["extra", { label: "Extra", type: "json" }],
  ])("has every key of the field %s", (key, told) => {
    expect(full.fields.find((field) => field.key === key)).toEqual({ ...PLAIN, key, ...told });
  });

  it("lists the system fields apart", () => {
    const ordered = ORDERED.filter((operator) => operator !== "is_null");
    expect(full.systemFields).toEqual([
      { key: "id", type: "text", sortable: true, operators: ["eq", "neq", "in", "nin"] },
      { key: "created", type: "datetime", sortable: true, operators: ordered },
      { key: "updated", type: "datetime", sortable: true, operators: ordered },
    ]);
  });
});
