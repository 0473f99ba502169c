/** What a token could do without: told only of a month in which all of its uses were noted. */
import { beforeEach, describe, expect, it } from "vitest";
import { listUnusedPermissions } from "@/lib/explanation/unused-permissions";
import type { Member } from "@/lib/model";
import { postgres } from "@/lib/postgres/postgres";
import { writeSums, writeVerbUses } from "@/lib/store/tokens/usage";
import { describeToken } from "@/lib/tokens/read/detail";
import { findVisibleToken } from "@/lib/tokens/read/visibility";
import { newOwner, newToken } from "../call-log/owned-token";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const NOW = new Date("2026-06-15T10:20:30Z");
const AT = new Date("2026-06-10T08:15:00Z");
const UPDATE_DEALS = { entityKey: "deals", pluralLabel: "Deal", verb: "update" };
const CREATE_DEALS = { ...UPDATE_DEALS, verb: "create" };

let owner: Member;
let tokenId: string;

beforeEach(async () => {
  ({ owner } = await newOwner());
  tokenId = (await newToken(owner)).id;
  await made("2026-05-01T00:00:00Z");
});

async function made(at: string): Promise<void> {
  await postgres().pool.query("update tokens set created = $1 where id = $2", [at, tokenId]);
}

async function notedSince(at: string): Promise<void> {
  await postgres().pool.query("update tokens set verbs_noted_since = $1 where id = $2", [at, tokenId]);
}

async function called(counted: number): Promise<void> {
  const hour = new Date("2026-06-10T08:00:00Z");
  await writeSums([{ tokenId, hour, ok: counted, refused: 0, limited: 0, failed: 0, codes: {} }], []);
}

async function unused() {
  const visible = await findVisibleToken(tokenId, owner, NOW);
  return visible === null ? null : listUnusedPermissions(await describeToken(visible, NOW), NOW);
}

describe("rights that were not used for a month", () => {
  it("are those to write; reading may be needed without a call of its own", async () => {
    await called(1);
    await notedSince("2026-05-16T10:20:30Z");
    expect(await unused()).toEqual([CREATE_DEALS, UPDATE_DEALS]);
  });

  it("are reported for a busy token whose uses were recorded all month", async () => {
    await called(100_000);
    await notedSince("2026-05-16T10:20:30Z");
    await writeVerbUses([{ tokenId, entityKey: "deals", verb: "update", at: AT }]);
    expect(await unused()).toEqual([CREATE_DEALS]);
  });

  it("are those that were last used before it", async () => {
    await called(100_000);
    await notedSince("2026-05-01T00:00:00Z");
    await writeVerbUses([
      { tokenId, entityKey: "deals", verb: "create", at: new Date("2026-05-16T10:20:29Z") },
      { tokenId, entityKey: "deals", verb: "update", at: new Date("2026-05-16T10:20:30Z") },
    ]);
    expect(await unused()).toEqual([CREATE_DEALS]);
  });

  it("are not reported for a busy token whose uses were recorded for less", async () => {
    await called(100_000);
    await notedSince("2026-05-16T10:20:31Z");
    expect(await unused()).toEqual([]);
  });

  it("are not reported for a token that is younger than that", async () => {
    await called(1);
    await made("2026-05-16T10:20:31Z");
    expect(await unused()).toEqual([]);
  });
});
