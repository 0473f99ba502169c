/** A sender takes webhooks of all tokens and organizations when more are due than it has places for, in a real database. */
import { describe, expect, it } from "vitest";
import { currentEpoch } from "@/lib/changes/cursor";
import { type Room, takeDue } from "@/lib/store/webhooks/due";
import { newOwner } from "../call-log/owned-token";
import { openTestDatabase } from "../configuration/database";
import { newDeal, newWebhook } from "./owned-webhook";

openTestDatabase();

type Owned = Awaited<ReturnType<typeof newOwner>>;

const LEASE = "019f0000-0000-7000-8000-000000000000";
const ROOM = { most: 50, ofOrganization: 5, ofToken: 4, ofHost: 10, organizations: {}, tokens: {}, hosts: {} };

/** Creates webhooks of one new token, in this order, and returns its id. */
async function subscribe({ owner }: Owned, names: string[], host: string): Promise<string> {
  const url = `https://${host}/in`;
  const [first = "", ...others] = names;
  const { caller } = await newWebhook(owner, { name: first, url });
  for (const name of others) await newWebhook(owner, { name, url }, caller);
  return caller.token.id;
}

/** The names of what is taken from this organization. Webhooks of the other tests are due as well. */
async function take({ organizationId }: Owned, room: Partial<Room> = {}): Promise<string[]> {
  const taken = await takeDue(LEASE, 0, await currentEpoch(), { ...ROOM, ...room });
  const own = taken.filter((row) => row.organizationId === organizationId);
  return own.map(({ name }) => name).sort();
}

describe("of an organization", () => {
  it("at most four of a token are taken, and another token's although it is newer", async () => {
    const owned = await newOwner();
    await subscribe(owned, ["a1", "a2", "a3", "a4", "a5", "a6"], "one.example.com");
    await subscribe(owned, ["b1"], "one.example.com");
    await newDeal(owned.file.organization.key, {});
    expect(await take(owned)).toEqual(["a1", "a2", "a3", "a4", "b1"]);
  });

  it("what is in flight counts for its token", async () => {
    const owned = await newOwner();
    const token = await subscribe(owned, ["a1", "a2"], "two.example.com");
    await subscribe(owned, ["b1"], "two.example.com");
    await newDeal(owned.file.organization.key, {});
    const inFlight = (count: number) => ({
      tokens: { [token]: count },
      organizations: { [owned.organizationId]: count },
    });
    expect(await take(owned, inFlight(4))).toEqual(["b1"]);
    expect(await take(owned, inFlight(3))).toEqual(["a1", "b1"]);
  });

  it("a full host takes none of the organization's places", async () => {
    const owned = await newOwner();
    await subscribe(owned, ["a1", "a2", "a3", "a4"], "full.example.com");
    await subscribe(owned, ["b1", "b2"], "free.example.com");
    await newDeal(owned.file.organization.key, {});
    expect(await take(owned, { ofOrganization: 1, hosts: { "full.example.com": 10 } })).toEqual(["b1"]);
  });
});

it("of a host, each organization's first are taken before the others' later ones", async () => {
  const [many, one] = [await newOwner(), await newOwner()];
  for (const token of ["a", "b", "c"])
    await subscribe(
      many,
      [1, 2, 3, 4, 5].map((index) => `${token}${index}`),
      "shared.example.com",
    );
  await subscribe(one, ["z1"], "shared.example.com");
  await newDeal(many.file.organization.key, {});
  await newDeal(one.file.organization.key, {});
  expect(await take(one)).toEqual(["z1"]);
});
