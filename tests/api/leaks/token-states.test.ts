/** What became of a token is told only to who has its secret (contract § 2). */
import { expect, it } from "vitest";
import { openOrganization } from "../../support/organization";
import { expectSameAnswer } from "../../support/same-response";
import { wrongSecretFor } from "../../support/token-text";

const acme = await openOrganization();
const PAST = "2020-01-01T00:00:00Z";
const UNKNOWN = wrongSecretFor("0123456789abcdefghijkl");

it.each([
  ["that is good", "ada", {}],
  ["that is revoked", "ada", { revoked: PAST }],
  ["that has expired", "ada", { expires: PAST }],
  ["whose owner is inactive", "ina", {}],
  ["of which all that is true", "ina", { revoked: PAST, expires: PAST }],
] as const)("with a wrong secret, a token %s is answered as an unknown token", async (_, owner, options) => {
  const { id } = await acme.issue(owner, options);
  for (const path of ["/me", "/entities/accounts/records", "/entities/internal"]) {
    const names = { hidden: wrongSecretFor(id), unknown: UNKNOWN };
    const answer = await expectSameAnswer(acme.origin, names, (token) => ({ path, token }));
    expect(answer.status).toBe(401);
  }
});
