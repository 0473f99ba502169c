/** Tokens on their way to the browser. */
import { describe, expect, it } from "vitest";
import { packTokens, unpackTokens } from "@/components/tokens/list/packed-tokens";
import type { TokenItem } from "@/components/tokens/list/token-item";
import { TOKEN_STATUSES } from "@/lib/tokens/status";
import { daysFromNow, item } from "./item";

const ID = "e9wUsrKhODoum6AyAgiQ0f";
const FULL: TokenItem = {
  id: ID,
  name: '<Website> "sync"\u2028',
  purpose: "Copies deals",
  hint: "service_v1_e9wU…iQ0f",
  owner: { name: "Wim Vermeer", email: "wim@example.test" },
  scopes: [{ entity: "deals", verbs: ["list", "create"] }],
  status: "rotating",
  created: daysFromNow(-10),
  expires: daysFromNow(30),
  revoked: daysFromNow(-1),
  lastUsed: daysFromNow(-2),
  lastUsedAddress: "192.0.2.7",
  replaces: "1111111111111111111111",
  replacedBy: "2222222222222222222222",
  days: { days: 3, ok: 12, denied: 1, okBars: "0z4", deniedBars: "" },
  trouble: { limited: 2, rejected: 1 },
};
const EMPTY = item("0000000000000000000000", { hint: "service_v1_0000…0000" });

describe("a packed list", () => {
  it("is unpacked as it was, whatever is in it and whatever is missing", () => {
    expect(unpackTokens(packTokens([FULL, EMPTY]))).toEqual([FULL, EMPTY]);
    expect(unpackTokens(packTokens([]))).toEqual([]);
  });

  it("knows every status", () => {
    const items = TOKEN_STATUSES.map((status) => ({ ...EMPTY, status }));
    expect(unpackTokens(packTokens(items)).map(({ status }) => status)).toEqual([...TOKEN_STATUSES]);
  });

  it("tells what tokens share once", () => {
    const packed = packTokens(Array.from({ length: 1000 }, () => FULL));
    for (const once of ["wim@example.test", '"verbs"', "192.0.2.7"]) expect(packed.split(once)).toHaveLength(2);
  });
});
