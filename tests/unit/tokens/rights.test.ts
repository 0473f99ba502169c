/** What an owner is offered for a token, against a real database: what is held, why the rest is not, and nothing hidden. */
import { describe, expect, it } from "vitest";
import { describeRights } from "@/lib/tokens/rights";
import { openTestDatabase } from "../configuration/database";
import { openOwners } from "./owners";

openTestDatabase();

const HELD = { held: true, someRecords: false };

describe("what an owner is offered", () => {
  it("are the verbs that are held, and why the others are not", async () => {
    const { ben } = await openOwners((file) => {
      file.members[1] = { email: "ben@acme.test", name: "Ben", roles: ["sales"] };
      file.entities[1]?.fields.push({ key: "margin", type: "number", readVerb: "readMargin" });
    });
    expect(await describeRights(ben)).toEqual([
      {
        entityKey: "accounts",
        label: "Accounts",
        pluralLabel: "Accounts",
        description: null,
        verbs: {
          list: HELD,
          create: { held: false, reason: "Your roles do not grant create on Accounts." },
          update: { held: false, reason: "Your roles do not grant update on Accounts." },
          delete: { held: false, reason: "Your roles do not grant delete on Accounts." },
        },
        fieldCount: 3,
        hiddenFieldCount: 0,
      },
      {
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
        fieldCount: 7,
        hiddenFieldCount: 1,
      },
    ]);
  });

  it("are not entities out of reach, save to administrators", async () => {
    const { ada, ben } = await openOwners();
    expect(await describeRights(ben)).toEqual([]);
    const rights = await describeRights(ada);
    expect(rights.map(({ entityKey }) => entityKey)).toEqual(["accounts", "deals", "ledger"]);
    const none = { held: false, reason: "None of your roles reaches Ledger." };
    expect(rights[2]?.verbs).toEqual({ list: none, create: none, update: none, delete: none });
  });
});
