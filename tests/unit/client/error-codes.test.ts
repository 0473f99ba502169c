/** The client imports nothing of the service, so its error codes are a second list. It is held to the service's table here. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ERROR_STATUS } from "@/lib/errors";

const OF_THE_CLIENT_ITSELF = ["NO_RESPONSE", "INVALID_RESPONSE", "OUTCOME_UNKNOWN"];

it("the client's type has every code of the service, three of its own, and no other", () => {
  const source = readFileSync("packages/client/src/errors.ts", "utf8");
  const [union = ""] = /export type ErrorCode =[^;]+;/.exec(source) ?? [];
  const codes = [...union.matchAll(/\| "(\w+)"/g)].map(([, code]) => code);
  expect(codes).toEqual([...Object.keys(ERROR_STATUS), ...OF_THE_CLIENT_ITSELF]);
});
