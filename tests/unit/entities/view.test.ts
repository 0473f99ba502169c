/** Entities and fields as discovery shows them (contract §§ 5, 8). Of generated ones: tests/api/oracle. */
import { describe, expect, it } from "vitest";
import type { EntityDocument } from "@/lib/configuration/schema";
import { toEntityDescription } from "@/lib/entities/view";
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
    { key: "owner", label: "Owned by", type: "reference", entity: "deals", required: true, readVerb: "readOwner" },
    { key: "hidden", type: "text", readVerb: "readHidden" },
  ],
};

function descriptionFor(...verbs: string[]) {
  const all = accessTo([DEALS], verbs);
  const deals = all.entity("deals");
  if (deals === null) throw new Error("there is no entity");
  return toEntityDescription(deals, all);
}

describe("a description", () => {
  const full = descriptionFor("list", "create", "readTitle");

  it("has the fields that the owner may read, and the required one that it must write to create", () => {
    expect(full.fields.map(({ key }) => key)).toEqual(["title", "tags", "owner"]);
    const reader = descriptionFor("list", "update");
    expect(reader.fields.map(({ key }) => key)).toEqual(["tags"]);
  });

  it("has every key of a field, with the labels of its options", () => {
    expect(full.fields.find(({ key }) => key === "tags")).toEqual({
      key: "tags",
      label: "Tags",
      description: "Marks",
      type: "multiselect",
      required: false,
      unique: false,
      multiple: true,
      default: null,
      createable: true,
      updateable: false,
      queryable: true,
      sortable: false,
      searchable: false,
      operators: ["any_of", "all_of", "is_null"],
      options: [
        { value: "a", label: "a" },
        { value: "b", label: "B!" },
      ],
      reference: null,
      referencedFields: [],
      min: null,
      max: null,
      maxLength: null,
      deprecated: false,
      deprecation: null,
    });
  });
});
