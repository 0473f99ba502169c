/** Who manages the tokens of a service account: its keepers and the administrators, and nobody else; and nobody those of a person. */
import { describe, expect, it } from "vitest";
import type { Member } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import { editToken } from "@/lib/tokens/change/edit";
import { revokeToken } from "@/lib/tokens/change/revoke";
import { rotateToken } from "@/lib/tokens/change/rotate";
import {
  canManage,
  findKeptAccount,
  findVisibleToken,
  isKeeper,
  listKeptAccounts,
  managedTokens,
  reachableTokens,
} from "@/lib/tokens/read/visibility";
import { memberWith } from "../../support/member";
import { openTestDatabase } from "../configuration/database";
import type { ExampleFile } from "../configuration/example";
import { BY, openOwners, REQUEST, rotated } from "./owners";

openTestDatabase();

/** Ben keeps "sync", nobody keeps "idle", and Ray, who has every role, keeps nothing. */
async function openAccounts() {
  const owners = await openOwners(({ members }) => {
    const more = [
      { email: "ray@acme.test", name: "Ray", roles: ["sales"] },
      { email: "sync@acme.test", name: "Sync", roles: ["sales"], kind: "service", keepers: ["ben@acme.test"] },
      { email: "idle@acme.test", name: "Idle", roles: ["sales"], kind: "service" },
    ];
    members.push(...(more as ExampleFile["members"]));
  });
  const find = (name: string) => memberWith(owners.organizationId, `${name}@acme.test`);
  const accounts = { sync: await find("sync"), idle: await find("idle"), ray: await find("ray") };
  const { id } = await createToken(accounts.sync, REQUEST, BY);
  return { ...owners, ...accounts, tokenId: id };
}

const keptBy = async (member: Member) => (await listKeptAccounts(member)).map(({ name }) => name);

/** What somebody can do to a token. */
async function powersOver(tokenId: string, member: Member) {
  const managed = await managedTokens(tokenId, member);
  const visible = await findVisibleToken(tokenId, member);
  return {
    sees: visible !== null,
    manages: visible !== null && (await canManage(visible)),
    renames: (await editToken({ tokenId, visibility: managed, labels: { name: "Sync", purpose: "" } }, BY)).kind,
  };
}

const ALL = { sees: true, manages: true, renames: "unchanged" };
const NOTHING = { sees: false, manages: false, renames: "unknown" };

describe("a service account", () => {
  it("is kept by those whom it names, and by administrators", async () => {
    const { ada, ben, ray, sync } = await openAccounts();
    expect([await keptBy(ben), await keptBy(ada), await keptBy(ray)]).toEqual([["Sync"], ["Idle", "Sync"], []]);
    expect([await isKeeper(ben), await isKeeper(ada), await isKeeper(ray)]).toEqual([true, false, false]);
    expect(await findKeptAccount(sync.id, ray)).toBeNull();
    expect(await findKeptAccount(ray.id, ada)).toBeNull();
    expect(await findKeptAccount(sync.id, ben)).toMatchObject({ name: "Sync" });
  });

  it("has tokens that its keepers and administrators see and change, and nobody else", async () => {
    const { ada, ben, ray, tokenId } = await openAccounts();
    expect(await powersOver(tokenId, ben)).toEqual(ALL);
    expect(await powersOver(tokenId, ada)).toEqual(ALL);
    expect(await powersOver(tokenId, ray)).toEqual(NOTHING);
  });

  it("keeps its tokens as their owner, whoever rotates them", async () => {
    const { ben, sync, tokenId } = await openAccounts();
    const visibility = await managedTokens(tokenId, ben);
    const { created } = rotated(await rotateToken({ tokenId, visibility, overlapSeconds: 0 }, BY));
    expect((await findVisibleToken(created.id, ben))?.owner.id).toBe(sync.id);
  });

  it("is revoked by its keeper", async () => {
    const { ben, ray, tokenId } = await openAccounts();
    expect((await revokeToken({ tokenId, visibility: await reachableTokens(tokenId, ray) }, BY)).kind).toBe("unknown");
    expect((await revokeToken({ tokenId, visibility: await reachableTokens(tokenId, ben) }, BY)).kind).toBe("revoked");
  });

  it("of another organization is nobody's here, whatever their address", async () => {
    const { tokenId, sync } = await openAccounts();
    const others = await openAccounts();
    for (const stranger of [others.ada, others.ben]) {
      expect(await powersOver(tokenId, stranger)).toEqual(NOTHING);
      expect(await findKeptAccount(sync.id, stranger)).toBeNull();
    }
  });
});

it("a person's token is seen by administrators, and changed by its owner alone", async () => {
  const { ada, ben, ray } = await openAccounts();
  const { id } = await createToken(ray, REQUEST, BY);
  expect(await powersOver(id, ada)).toEqual({ sees: true, manages: false, renames: "unknown" });
  expect(await powersOver(id, ben)).toEqual(NOTHING);
  expect(await powersOver(id, ray)).toEqual(ALL);
});
