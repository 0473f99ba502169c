/** The secrets of one token, against a real database: found from each of them, and no further than the viewer sees. */
import { describe, expect, it } from "vitest";
import type { Member } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { describeToken } from "@/lib/tokens/read/detail";
import { listVersions } from "@/lib/tokens/read/versions";
import { findVisibleToken, ownTokens } from "@/lib/tokens/read/visible-token";
import { openTestDatabase } from "../configuration/database";
import { BY, daysFromNow, openOwners, rotated } from "./owners";

openTestDatabase();

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
    const first = (await createToken(ada, { name: "Sync", purpose: "", expires: daysFromNow(30), scopes: null }, BY))
      .id;
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
    const request = { name: "Sync", purpose: "", expires: daysFromNow(30), scopes: null };
    const first = (await createToken(ada, request, BY)).id;
    const second = await rotate(ada, first, ben);
    expect(await versionsOf(first, ada)).toEqual([first]);
    expect(await versionsOf(second, ben)).toEqual([second]);
  });
});
