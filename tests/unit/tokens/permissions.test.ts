/** What an owner is offered for a token, against a real database: what is held, why the rest is not, and nothing hidden. */
import { describe, expect, it } from "vitest";
import { describePermissions } from "@/lib/tokens/permissions";
import { openTestDatabase } from "../configuration/database";
import { openOwners } from "./owners";

openTestDatabase();

const open = (key: string, label: string) => ({ key, label, readVerb: null });
const ACCOUNT_FIELDS = [open("name", "Name"), open("parent", "Parent"), open("note", "Note")];
const DEAL_FIELDS = [
  open("title", "Title"),
  open("stage", "Stage"),
  open("amount", "Amount"),
  open("price", "Price"),
  open("account", "Account"),
  open("extra", "Extra"),
];

const HELD = { held: true, someRecords: false };

describe("what an owner is offered", () => {
  it("are the verbs that are held, and why the others are not", async () => {
    const { ben } = await openOwners((file) => {
      file.members[1] = { email: "ben@acme.test", name: "Ben", roles: ["sales"] };
      file.entities[1]?.fields.push({ key: "margin", type: "number", readVerb: "readMargin" });
    });
    const [accounts, deals] = await describePermissions(ben);
    expect(accounts).toMatchObject({ entityKey: "accounts", verbs: { list: HELD }, fields: ACCOUNT_FIELDS });
    expect(deals).toEqual({
      entityKey: "deals",
      label: "Deal",
      pluralLabel: "Deal",
      description: null,
      verbs: {
        list: HELD,
        create: HELD,
        update: { held: true, someRecords: true },
        delete: { held: false, reason: "Your roles do not grant delete on Deal." },
      },
      further: [
        {
          verb: "approve",
          permission: { held: false, reason: "Your roles do not grant approve on Deal." },
          use: "changes Stage to won",
          worksWith: ["update"],
          neededToCreate: false,
        },
      ],
      hiddenFieldCount: 1,
      limiting: [],
      fields: DEAL_FIELDS,
    });
  });

  it("are not entities out of reach, save to administrators", async () => {
    const { ada, ben } = await openOwners();
    expect(await describePermissions(ben)).toEqual([]);
    const permissions = await describePermissions(ada);
    expect(permissions.map(({ entityKey }) => entityKey)).toEqual(["accounts", "deals", "ledger"]);
    const none = { held: false, reason: "None of your roles reaches Ledger." };
    expect(permissions[2]?.verbs).toEqual({ list: none, create: none, update: none, delete: none });
  });

  it("are further verbs: what each is for, with what it works, and what of it is held", async () => {
    const { ben } = await openOwners((file) => {
      file.members[1] = { email: "ben@acme.test", name: "Ben", roles: ["sales"] };
      file.entities[1]?.fields.push(
        { key: "margin", type: "number", readVerb: "readMargin", writeVerb: "price" },
        { key: "cost", type: "number", readVerb: "readMargin", writeVerb: "update" },
        { key: "rank", type: "integer", required: true, writeVerb: "price" },
      );
      file.roles[0]?.grants.push(
        { entity: "deals", verbs: ["readMargin", "price"] },
        { entity: "deals", verbs: ["approve"], where: ["createdBy", "eq", "$member.id"] },
      );
    });
    const deals = (await describePermissions(ben))[1];
    expect(deals?.further).toEqual([
      {
        verb: "approve",
        permission: { held: true, someRecords: true },
        use: "changes Stage to won",
        worksWith: ["update"],
        neededToCreate: false,
      },
      {
        verb: "price",
        permission: HELD,
        use: "writes Margin, Rank",
        worksWith: ["create", "update"],
        neededToCreate: true,
      },
      { verb: "readMargin", permission: HELD, use: "reads Margin, Cost", worksWith: ["list"], neededToCreate: false },
    ]);
    expect(deals?.fields.filter(({ readVerb }) => readVerb !== null)).toEqual([
      { key: "margin", label: "Margin", readVerb: "readMargin" },
      { key: "cost", label: "Cost", readVerb: "readMargin" },
    ]);
  });

  it("exclude verbs that only hidden fields require, except for administrators", async () => {
    const { ada, ben } = await openOwners((file) => {
      file.members[1] = { email: "ben@acme.test", name: "Ben", roles: ["sales"] };
      file.entities[1]?.fields.push({
        key: "margin",
        type: "number",
        readVerb: "readMargin",
        writeVerb: "writeMargin",
      });
    });
    const verbsOf = async (member: typeof ada) =>
      (await describePermissions(member))[1]?.further.map(({ verb, use }) => [verb, use]);
    expect(await verbsOf(ben)).toEqual([["approve", "changes Stage to won"]]);
    expect(await verbsOf(ada)).toEqual([
      ["approve", "changes Stage to won"],
      ["readMargin", ""],
      ["writeMargin", ""],
    ]);
  });
});
