/** The organization that the benchmark measures: an entity of an ordinary size, one it refers to, and a member who may do all. */
import { OWNER } from "./database";

export const ORGANIZATION = {
  organization: { key: "bench", name: "Bench" },
  entities: [
    {
      key: "deals",
      labelField: "title",
      fields: [
        { key: "title", type: "text", required: true, maxLength: 200 },
        { key: "company", type: "text" },
        {
          key: "stage",
          type: "select",
          options: ["lead", "qualified", "proposal", "negotiation", "won", "lost"],
          indexed: true,
        },
        { key: "amount", type: "number", min: 0, indexed: true },
        { key: "closeDate", type: "date", indexed: true },
        { key: "ownerEmail", type: "email" },
        { key: "probability", type: "integer" },
        { key: "notes", type: "text" },
        { key: "archived", type: "boolean" },
        { key: "account", type: "reference", entity: "accounts" },
      ],
    },
    {
      key: "accounts",
      labelField: "name",
      fields: [
        { key: "name", type: "text", required: true },
        { key: "country", type: "text" },
      ],
    },
  ],
  roles: [
    {
      key: "all",
      name: "All",
      grants: [
        { entity: "deals", verbs: ["list", "create", "update", "delete"] },
        { entity: "accounts", verbs: ["list"] },
      ],
    },
  ],
  members: [{ ...OWNER, roles: ["all"] }],
};
