/** One token in full, against a real database: within reach only, with what it may do today. */
import { describe, expect, it } from "vitest";
import type { Member } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { describeToken } from "@/lib/tokens/read/detail";
import { listVersions } from "@/lib/tokens/read/versions";
import { findVisibleToken, ownTokens } from "@/lib/tokens/read/visibility";
import { openTestDatabase, query } from "../configuration/database";
import { BY, daysFromNow, openOwners, rotated } from "./owners";

openTestDatabase();

const REQUEST = { name: "Sync", purpose: "", expires: daysFromNow(30) };
const NONE = { granted: false, held: false, effective: false, someRecords: false };
async function detailOf(tokenId: string, viewer: Member) {
  const visible = await findVisibleToken(tokenId, viewer);
  return visible && describeToken(visible);
}

const readable = (label: string) => ({ key: label.toLowerCase(), label, denied: false, readable: true });
const ALL = { granted: true, held: true, effective: true, someRecords: false };

describe("the detail of a token", () => {
  it("distinguishes granted, held and effective, by entity and verb", async () => {
    const { ada } = await openOwners((file) => {
      file.entities[1]?.fields.push(
        { key: "margin", type: "number", readVerb: "readMargin" },
        { key: "cost", type: "number", readVerb: "readCost" },
        { key: "note", type: "text", readVerb: "readNote" },
      );
      file.roles[0]?.grants.push(
        { entity: "accounts", verbs: ["create"] },
        { entity: "deals", verbs: ["readCost", "readNote"] },
        { entity: "deals", verbs: ["approve"], where: ["createdBy", "eq", "$member.id"] },
      );
    });
    const scopes = [
      { entity: "accounts", verbs: ["create"] },
      { entity: "deals", verbs: ["list", "update", "approve", "readCost"] },
    ];
    const { id } = await createToken(ada, { ...REQUEST, scopes }, BY);
    const detail = await detailOf(id, ada);
    expect(detail?.token).toMatchObject({ id, name: "Sync", status: "active", owner: { email: "ada@acme.test" } });
    const [accounts, deals] = detail?.access ?? [];
    expect(accounts).toMatchObject({
      verbs: { list: { ...NONE, held: true }, create: ALL, update: NONE },
      fields: ["Name", "Parent", "Note"].map(readable),
    });
    expect(deals).toEqual({
      entityKey: "deals",
      label: "Deal",
      pluralLabel: "Deal",
      verbs: { list: ALL, create: { ...NONE, held: true }, update: { ...ALL, someRecords: true }, delete: NONE },
      further: [
        { verb: "approve", ...ALL, someRecords: true },
        { verb: "readCost", ...ALL },
      ],
      fields: [
        ...["Title", "Stage", "Amount", "Price", "Account", "Extra", "Cost"].map(readable),
        { ...readable("Note"), readable: false },
      ],
      // The margin, which the owner cannot read, and the note, which the token was not given.
      hiddenFieldCount: 2,
      limiting: [],
    });
  });

  it("marks denied fields, including one that the owner has since lost, by its key", async () => {
    const { ada } = await openOwners((file) => {
      file.entities[1]?.fields.push({ key: "cost", label: "Cost price", type: "number", readVerb: "readCost" });
      file.roles.push({ key: "cost", name: "Cost", grants: [{ entity: "deals", verbs: ["readCost"] }] } as never);
    });
    await query("UPDATE members SET role_keys = role_keys || '{cost}' WHERE id = $1", [ada.id]);
    const deniedFields = [{ entity: "deals", fields: ["amount", "cost"] }];
    const scopes = [{ entity: "deals", verbs: ["list", "readCost"] }];
    const owner = { ...ada, roleKeys: [...ada.roleKeys, "cost"] };
    const { id } = await createToken(owner, { ...REQUEST, scopes, deniedFields }, BY);
    const denied = async () =>
      (await detailOf(id, ada))?.access[0]?.fields.filter((field) => field.denied).map(({ label }) => label);
    expect(await denied()).toEqual(["Amount", "Cost price"]);
    await query("UPDATE members SET role_keys = array_remove(role_keys, 'cost') WHERE id = $1", [ada.id]);
    expect(await denied()).toEqual(["Amount", "cost"]);
  });

  it("shows what was granted and is no longer held, without the label of what is out of reach", async () => {
    const { ada } = await openOwners((file) => {
      file.roles[0]?.grants.push({ entity: "deals", verbs: ["approve"] });
    });
    const scopes = [{ entity: "deals", verbs: ["list", "approve"] }];
    const { id } = await createToken(ada, { ...REQUEST, scopes }, BY);
    await query("UPDATE members SET role_keys = '{}' WHERE id = $1", [ada.id]);
    const detail = await detailOf(id, ada);
    expect(detail?.access).toEqual([
      {
        entityKey: "deals",
        label: "deals",
        pluralLabel: "deals",
        verbs: { list: { ...NONE, granted: true }, create: NONE, update: NONE, delete: NONE },
        further: [{ verb: "approve", ...NONE, granted: true }],
        fields: [],
        hiddenFieldCount: 0,
        limiting: [],
      },
    ]);
  });

  it("names the other half of a rotation, from both sides", async () => {
    const { ada } = await openOwners();
    const visibility = ownTokens(ada);
    const old = await createToken(ada, { ...REQUEST, scopes: null }, BY);
    const rotation = { tokenId: old.id, visibility, overlapSeconds: 3_600 } as const;
    const { created, previous } = rotated(await rotateToken(rotation, BY));
    const former = { id: old.id, hint: old.hint, status: "rotating", expires: previous.worksUntil, lastUsed: null };
    expect(await detailOf(created.id, ada)).toMatchObject({ replacedBy: null, replaces: { token: former } });
    const next = { id: created.id, hint: created.hint, status: "active" };
    expect(await detailOf(old.id, ada)).toMatchObject({ replacedBy: { token: next }, replaces: null });
  });
});

async function rotate(owner: Member, tokenId: string, to?: Member): Promise<string> {
  const visibility = ownTokens(owner);
  return rotated(await rotateToken({ tokenId, visibility, overlapSeconds: 3600, ...(to && { to }) }, BY)).created.id;
}

async function versionsOf(tokenId: string, viewer: Member): Promise<string[]> {
  const visible = await findVisibleToken(tokenId, viewer);
  if (visible === null) throw new Error("the viewer sees the token");
  return (await listVersions(await describeToken(visible))).map(({ token }) => token.id);
}

describe("the secrets of a token", () => {
  it("are the same from each of them, newest first", async () => {
    const { ada } = await openOwners();
    const first = (await createToken(ada, { ...REQUEST, scopes: null }, BY)).id;
    expect(await versionsOf(first, ada)).toEqual([first]);
    const second = await rotate(ada, first);
    const third = await rotate(ada, second);
    for (const id of [first, second, third]) expect(await versionsOf(id, ada)).toEqual([third, second, first]);
  });

  it("end where the token was handed over to somebody else, for those who see their own alone", async () => {
    const { ada, ben } = await openOwners((file) => {
      const [ada, ben] = file.members;
      Object.assign(ada ?? {}, { admin: false });
      Object.assign(ben ?? {}, { roles: ada?.roles });
    });
    const first = (await createToken(ada, { ...REQUEST, scopes: null }, BY)).id;
    const second = await rotate(ada, first, ben);
    expect(await versionsOf(first, ada)).toEqual([first]);
    expect(await versionsOf(second, ben)).toEqual([second]);
  });
});
