/** A small organization file that holds every rule, for tests to break one rule at a time. */
import type { OrganizationDocument } from "@/lib/configuration/schema";

type Part = "organization" | "entities" | "roles" | "members";
export type ExampleFile = { [Name in Part]: NonNullable<OrganizationDocument[Name]> };

export function exampleFile(key = "acme"): ExampleFile {
  return {
    organization: { key, name: "Acme Ltd" },
    entities: [
      {
        key: "accounts",
        labelField: "name",
        fields: [
          { key: "name", type: "text", required: true },
          { key: "parent", type: "reference", entity: "accounts" },
          { key: "note", type: "text" },
        ],
      },
      {
        key: "deals",
        label: "Deal",
        labelField: "title",
        parentField: "account",
        fields: [
          { key: "title", type: "text", maxLength: 200 },
          { key: "stage", type: "select", options: ["lead", "won", "lost"], default: "lead", indexed: true },
          { key: "amount", type: "number", min: 0, indexed: true },
          { key: "price", type: "decimal", min: "0", max: "100.50" },
          { key: "account", type: "reference", entity: "accounts" },
          { key: "extra", type: "json" },
        ],
        lifecycle: {
          field: "stage",
          initial: ["lead"],
          states: { won: { locked: true } },
          transitions: [{ from: "lead", to: "won", verb: "approve" }],
        },
      },
    ],
    roles: [
      {
        key: "sales",
        name: "Sales",
        grants: [
          { entity: "deals", verbs: ["list", "create"] },
          { entity: "deals", verbs: ["update"], where: ["createdBy", "eq", "$member.id"] },
          { entity: "accounts", verbs: ["list"] },
        ],
      },
    ],
    members: [{ email: "ada@acme.test", name: "Ada", roles: ["sales"], admin: true }],
  };
}
