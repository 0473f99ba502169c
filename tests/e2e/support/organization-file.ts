/** An organization as members of the pages would know it: hidden fields, row scopes, a lifecycle, an entity nobody sees. */

const text = (key: string, more: object = {}) => ({ key, type: "text", ...more });
const all = ["list", "create", "update", "delete"];

export type PageOrganizationFile = ReturnType<typeof pageOrganizationFile>;

/** Without members: scenarios add their own. */
export function pageOrganizationFile(key: string, name: string) {
  return {
    organization: { key, name, tokenPolicy: { maxLifetimeDays: 366, allowNeverExpiring: true } },
    entities: [
      {
        key: "accounts",
        label: "Account",
        pluralLabel: "Accounts",
        labelField: "name",
        uniqueLabel: true,
        fields: [
          text("name", { required: true, maxLength: 200, indexed: true }),
          text("city"),
          text("bankAccount", { label: "Bank account", readVerb: "readBank", writeVerb: "writeBank" }),
          text("taxNumber", { label: "Tax number", readVerb: "readBank", writeVerb: "writeBank" }),
        ],
      },
      {
        key: "deals",
        label: "Deal",
        pluralLabel: "Deals",
        labelField: "title",
        fields: [
          text("title", { required: true }),
          { key: "stage", type: "select", options: ["lead", "won", "lost"], default: "lead", limitable: true },
          { key: "amount", type: "number", min: 0 },
          { key: "account", type: "reference", entity: "accounts" },
          { key: "margin", label: "Margin", type: "number", readVerb: "readMargin", writeVerb: "writeMargin" },
        ],
        lifecycle: {
          field: "stage",
          initial: ["lead"],
          states: { won: { locked: true, deletable: false } },
          transitions: [
            { from: "lead", to: "won", verb: "approve" },
            { from: "lead", to: "lost" },
          ],
        },
      },
      {
        key: "contacts",
        label: "Contact",
        pluralLabel: "Contacts",
        labelField: "name",
        fields: [text("name", { required: true }), { key: "email", type: "email" }],
      },
      {
        key: "tickets",
        label: "Ticket",
        pluralLabel: "Tickets",
        labelField: "subject",
        fields: [text("subject", { required: true }), text("assignee")],
      },
      {
        key: "invoices",
        label: "Invoice",
        pluralLabel: "Invoices",
        labelField: "number",
        fields: [text("number", { required: true }), { key: "total", type: "decimal" }],
      },
      {
        key: "payroll",
        label: "Payroll",
        pluralLabel: "Payroll",
        exposed: false,
        labelField: "name",
        fields: [text("name", { required: true })],
      },
    ],
    roles: [
      {
        key: "manager",
        name: "Manager",
        grants: [
          { entity: "accounts", verbs: [...all, "readBank", "writeBank"] },
          { entity: "deals", verbs: [...all, "approve", "readMargin", "writeMargin"] },
          ...["contacts", "tickets", "invoices", "payroll"].map((entity) => ({ entity, verbs: all })),
        ],
      },
      {
        key: "sales",
        name: "Sales",
        grants: [
          { entity: "accounts", verbs: ["list"] },
          { entity: "deals", verbs: ["list", "create"] },
          { entity: "deals", verbs: ["update"], where: ["createdBy", "eq", "$member.id"] },
          { entity: "contacts", verbs: ["list", "create", "update"] },
        ],
      },
      {
        key: "support",
        name: "Support",
        grants: [
          { entity: "tickets", verbs: ["list", "update"], where: ["assignee", "eq", "$member.email"] },
          { entity: "contacts", verbs: ["list"] },
        ],
      },
      // Creates records without reading any.
      { key: "intake", name: "Intake", grants: [{ entity: "tickets", verbs: ["create"] }] },
    ],
  };
}
