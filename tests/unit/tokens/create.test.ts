/** A form that is sent twice, against a real database. */

import { describe, expect, it } from "vitest";
import { parseToken } from "@/lib/authentication/token-secret";
import type { Member } from "@/lib/model";
import { createTokenOnce } from "@/lib/tokens/change/create";
import { listAllTokens } from "@/lib/tokens/read/list";
import { openTestDatabase } from "../configuration/database";
import { openOwners } from "./owners";

openTestDatabase();
process.env.APP_SECRET ??= "a secret of the tests, and of nothing else";

const ACTOR = { actor: "ada@acme.test" };
const REQUEST = { name: "Sync", purpose: "", expires: new Date(Date.now() + 86_400_000), scopes: null };

const newOwner = async (): Promise<Member> => (await openOwners()).ada;

const countTokens = async ({ organizationId }: Member) => (await listAllTokens({ organizationId })).length;

describe("a form that is sent twice", () => {
  it("makes one token, and gives its secret the first time only", async () => {
    const owner = await newOwner();
    const first = await createTokenOnce(owner, REQUEST, ACTOR, "form 1");
    if (first.kind !== "created") throw new Error("nothing was created before");
    const { id, text, hint } = first.token;
    expect(parseToken(text)?.id).toBe(id);
    const second = await createTokenOnce(owner, { ...REQUEST, name: "Other" }, ACTOR, "form 1");
    expect(second).toEqual({ kind: "created before", token: { id, name: "Sync", hint } });
    expect(await countTokens(owner)).toBe(1);
  });

  it("makes one token however many arrive at once", async () => {
    const owner = await newOwner();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => createTokenOnce(owner, REQUEST, ACTOR, "form 1")));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
      "created",
      "created before",
      "created before",
      "created before",
    ]);
    expect(await countTokens(owner)).toBe(1);
  });

  it("is not another form, nor somebody else's of the same name", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const made = [
      await createTokenOnce(owner, REQUEST, ACTOR, "form 1"),
      await createTokenOnce(owner, REQUEST, ACTOR, "form 2"),
      await createTokenOnce(other, REQUEST, ACTOR, "form 1"),
    ];
    expect(made.map(({ kind }) => kind)).toEqual(["created", "created", "created"]);
    expect(new Set(made.map(({ token }) => token.id)).size).toBe(3);
  });

  it("may be sent again after it was refused", async () => {
    const owner = await newOwner();
    await expect(createTokenOnce(owner, { ...REQUEST, name: "" }, ACTOR, "form 1")).rejects.toThrow("name: ");
    expect((await createTokenOnce(owner, REQUEST, ACTOR, "form 1")).kind).toBe("created");
  });
});
