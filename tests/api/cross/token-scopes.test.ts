/** A token's scopes bind every verb: what fields ask for is held to them as list, create, update and delete are (contract § 7). */

import { describe, expect } from "vitest";
import { patch as update } from "../../support/http";
import { type IssuedTo, type Made, openOrganization } from "../../support/organization";
import { rowsOf } from "../../support/scenario";

const acme = await openOrganization();
const row = rowsOf(acme);

/** The member holds every permission, so only the scopes of its token can refuse. */
const issue = (...scopes: { entity: string; verbs: string[] }[]) => acme.issue("ada", { scopes });
const safe = () => acme.create("ada", "vault", { name: "safe", pin: "1", memo: "mat", seal: "wax", ghost: "boo" });
const sample = await acme.create("ada", "samples", { name: "One", hidden: "truffle" });

type Given = { record: Made; token: IssuedTo };
const onSafe = async (...verbs: string[]): Promise<Given> => ({
  record: await safe(),
  token: await issue({ entity: "vault", verbs }),
});
const patch = ({ record, token }: Given, data: object) => update(record.path, data, { token: token.text }, record.etag);
const unchanged = async (_: unknown, { record }: Given) =>
  expect(await acme.read("ada", record.path)).toEqual(record.view);

describe("a field that is read with a verb", () => {
  const WITHOUT = { entity: "samples", verbs: ["list", "create", "update", "delete"] };
  const ELSEWHERE = { entity: "vault", verbs: ["list", "readHidden"] };
  for (const [guarantee, scopes] of [
    ["is absent for a token without it", [WITHOUT]],
    ["takes its verb on this entity: the same word on another is another right", [WITHOUT, ELSEWHERE]],
  ] as const) {
    row(guarantee, {
      given: () => issue(...scopes),
      request: ({ text }) => ({ path: sample.path, token: text }),
      expect: { status: 200 },
      after: (answer) => expect(answer.text).not.toMatch(/hidden|truffle/),
    });
  }
});

describe("a field that is written with a verb", () => {
  row("is not changed by a token without it", {
    given: () => onSafe("list", "create", "update"),
    request: (given) => patch(given, { seal: "lead" }),
    expect: { status: 403, code: "PERMISSION_DENIED" },
    after: unchanged,
  });

  row("is changed unseen by a token with its verb to write and not to read", {
    given: () => onSafe("list", "update", "writeGhost"),
    request: (given) => patch(given, { ghost: "eek" }),
    expect: { status: 200 },
    after: async (answer, { record }) => {
      expect(answer.text).not.toMatch(/ghost|eek/);
      expect((await acme.read("ada", record.path)).data.ghost).toBe("eek");
    },
  });
});
