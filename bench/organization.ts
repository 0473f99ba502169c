/** The organisation that the benchmark measures: one entity of an ordinary size, and a member who may do everything. */
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
      ],
    },
  ],
  roles: [{ key: "all", name: "All", grants: [{ entity: "deals", verbs: ["list", "create", "update", "delete"] }] }],
  members: [{ ...OWNER, roles: ["all"] }],
};
