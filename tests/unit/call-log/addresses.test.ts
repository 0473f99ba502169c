/** Owners hear of a token that is used from an address at which it was not seen before: once, and of the first address not at all. */
import { beforeEach, describe, expect, it } from "vitest";
import { CallBatch } from "@/lib/call-log/batch";
import { noteAddresses } from "@/lib/call-log/write";
import type { Member } from "@/lib/model";
import { listNotices } from "@/lib/notices/list";
import { clearOld } from "@/lib/store/maintenance";
import { writeTokenAddresses } from "@/lib/store/tokens/usage";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { openTestDatabase, query } from "../configuration/database";
import { newOwner, newToken } from "./owned-token";

openTestDatabase();

let owner: Member;
let tokenId: string;
beforeEach(async () => {
  ({ owner } = await newOwner());
  tokenId = (await newToken(owner)).id;
});

const usedFrom = (...addresses: string[]) =>
  noteAddresses(addresses.map((address) => ({ tokenId, at: new Date(), address })));
const news = async () =>
  (await listNotices(owner)).notices.flatMap(({ kind, details }) =>
    kind === "token.new-address" ? [details.address] : [],
  );
const known = async (id = tokenId) =>
  (await query<{ a: string }>("SELECT address AS a FROM token_addresses WHERE token_id = $1 ORDER BY 1", [id])).map(
    ({ a }) => a,
  );

describe("an address", () => {
  it("is told of where it is another one, once, whichever process sees it", async () => {
    await usedFrom("192.0.2.7");
    await usedFrom("192.0.2.8");
    // As another process would, which has noted nothing yet.
    const use = { tokenId, at: new Date(), address: "192.0.2.8" };
    await Promise.all([writeTokenAddresses([use]), writeTokenAddresses([use, use])]);
    expect(await news()).toEqual(["192.0.2.8"]);
  });

  it("of IPv6 is its network: a client has many addresses in one", async () => {
    await usedFrom("2001:db8:1:2::1");
    await usedFrom("2001:db8:1:2:ffff::9", "2001:db8:1:3::1");
    expect([await known(), await news()]).toEqual([["2001:db8:1:2::/64", "2001:db8:1:3::/64"], ["2001:db8:1:3::/64"]]);
  });

  it("is not reported if the token is used from everywhere: at most twenty are known", async () => {
    await usedFrom("192.0.2.1");
    for (let last = 2; last <= 25; last += 1) await usedFrom(`192.0.2.${last}`);
    expect([(await known()).length, (await news()).length]).toEqual([20, 19]);
  });

  it("is not new to a token that replaces one that knew it", async () => {
    await usedFrom("192.0.2.7");
    const rotation = { tokenId, visibility: ownTokens(owner), overlapSeconds: 0 } as const;
    const rotated = await rotateToken(rotation, { actor: owner.email });
    if (rotated.kind !== "rotated") throw new Error(rotated.kind);
    tokenId = rotated.created.id;
    expect(await known()).toEqual(["192.0.2.7"]);
    await usedFrom("192.0.2.7");
    expect(await news()).toEqual([]);
    await usedFrom("192.0.2.9");
    expect(await news()).toEqual(["192.0.2.9"]);
  });

  it("is forgotten ninety days after its last use", async () => {
    const past = (days: number) => new Date(Date.now() - days * 86_400_000);
    await writeTokenAddresses([
      { tokenId, at: past(91), address: "192.0.2.1" },
      { tokenId, at: past(89), address: "192.0.2.2" },
    ]);
    expect(await clearOld("token_addresses")).toBe(1);
    expect(await known()).toEqual(["192.0.2.2"]);
  });
});

it("a batch has each address of a second once, five of each token", () => {
  const batch = new CallBatch();
  for (const last of [1, 1, 2, 1, 3, 4, 5, 6]) batch.noteUse("a", 1_000, `192.0.2.${last}`);
  batch.noteUse("b", 2_000, "192.0.2.1");
  expect(batch.addresses().map(({ tokenId: id, address }) => `${id} ${address}`)).toEqual([
    "a 192.0.2.1",
    "a 192.0.2.2",
    "a 192.0.2.3",
    "a 192.0.2.4",
    "a 192.0.2.5",
    "b 192.0.2.1",
  ]);
});
