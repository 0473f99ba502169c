/** When tokens last used their verbs, against a real database. */
import { expect, it } from "vitest";
import { findVerbUses, writeVerbUses } from "@/lib/store/tokens/usage";
import { newOwner, newToken } from "../call-log/owned-token";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const NOON = new Date("2026-06-15T12:00:00.000Z");
const minutesLater = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

async function openToken() {
  const { id } = await newToken((await newOwner()).owner);
  const note = (verb: string, at: Date) => writeVerbUses([{ tokenId: id, entityKey: "deals", verb, at }]);
  const uses = async () => (await findVerbUses(id))?.uses.map(({ verb, at }) => [verb, at.toISOString()]).sort();
  return { id, note, uses };
}

it("keeps one row for each verb, rewritten after an hour at the earliest", async () => {
  const { note, uses } = await openToken();
  await note("create", NOON);
  await note("update", NOON);
  await note("create", minutesLater(60));
  expect(await uses()).toEqual([
    ["create", NOON.toISOString()],
    ["update", NOON.toISOString()],
  ]);
  await note("create", minutesLater(61));
  await note("update", minutesLater(-120));
  expect(await uses()).toEqual([
    ["create", minutesLater(61).toISOString()],
    ["update", NOON.toISOString()],
  ]);
});

it("knows all uses of a new token, and nothing of one that is gone", async () => {
  const { id, uses } = await openToken();
  expect(await uses()).toEqual([]);
  const noted = (await findVerbUses(id))?.notedSince.getTime() ?? 0;
  expect(Math.abs(noted - Date.now())).toBeLessThan(60_000);
  await writeVerbUses([{ tokenId: "0".repeat(22), entityKey: "deals", verb: "list", at: NOON }]);
  expect(await findVerbUses("0".repeat(22))).toBeNull();
});
