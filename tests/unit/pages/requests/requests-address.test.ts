import { describe, expect, it } from "vitest";
import { REQUEST_LOG } from "@/app/(member)/requests/requests-address";
import { addressOf, isFiltered, type Parameters, readAddress } from "@/lib/session/page-address";

const TOKEN_ID = "0123456789abcdefABCDEF";
const read = (parameters: Parameters) => readAddress(REQUEST_LOG, parameters);
const isFilteredBy = (parameters: Parameters) => isFiltered(REQUEST_LOG, read(parameters));

describe("the address of the request log", () => {
  it("says what is looked for, and is read as it was written", () => {
    const address = {
      tokenId: TOKEN_ID,
      callClass: "refused",
      code: "PERMISSION_DENIED",
      entityKey: "deals",
      requestId: "a b&c",
      period: "7d",
      method: "GET",
      endpoint: "records.list",
      live: "on",
      cursor: null,
      open: "17",
    } as const;
    const written = addressOf(REQUEST_LOG, address);
    expect(written).toBe(
      `/requests?token=${TOKEN_ID}&status=refused&code=PERMISSION_DENIED&entity=deals&request=a+b%26c&method=GET&endpoint=records.list&period=7d&live=on&open=17`,
    );
    expect(read(Object.fromEntries(new URL(written, "http://x").searchParams))).toEqual(address);
  });

  it.each([[{ token: "service_v1_x" }], [{ status: "401" }], [{ endpoint: "records.guess" }], [{ entity: "" }]])(
    "leaves out what cannot be read: %j",
    (parameters) => {
      expect(isFilteredBy(parameters)).toBe(false);
    },
  );
});
