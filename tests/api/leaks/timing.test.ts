/**
 * What a caller may not know, it cannot learn with a stopwatch either. 300 interleaved pairs for each question, 2,000 with
 * LONG=1; how they are compared is told in `tests/support/timing.ts`. The bound is a third of a millisecond on the same
 * machine, or a quarter of what such a request takes where the machine is busy: over a network, a thousand times as many
 * calls as the limits allow would not show it.
 */
import { describe, expect, it } from "vitest";
import { LOU, openGuardedOrganization } from "../../support/guarded-organization";
import { type Call, post, send } from "../../support/http";
import { figure } from "../../support/long";
import { recordsPath } from "../../support/organization";
import { compareTimes, isTold, median } from "../../support/timing";
import { wrongSecretFor } from "../../support/token-text";

const PAIRS = figure(300, 2_000);
const NOTICEABLE_MS = 1 / 3;
const MINUTES = 60_000;

const acme = await openGuardedOrganization();
const bergen = await acme.create("ada", "accounts", { name: "In Bergen", city: "Bergen" });
const nobodys = `${bergen.id.slice(0, -1)}${bergen.id.endsWith("0") ? "1" : "0"}`;
const PAST = "2020-01-01T00:00:00Z";
const ids = {
  unknown: "0123456789abcdefghijkl",
  good: (await acme.issue("ada")).id,
  revoked: (await acme.issue("ada", { revoked: PAST })).id,
  expired: (await acme.issue("ada", { expires: PAST })).id,
  inactive: (await acme.issue("ina")).id,
};

/** One answer repeats what the other says, so the time it takes must be the same too. */
async function expectSameTime(hidden: Call, unknown: Call): Promise<void> {
  const took: number[] = [];
  const ask = (call: Call) => async () => {
    const started = performance.now();
    await send(acme.origin, call);
    took.push(performance.now() - started);
  };
  // A second look, because once is a chance of the machine's.
  for (let look = 1; look <= 2; look += 1) {
    const comparison = await compareTimes(PAIRS, ask(unknown), ask(hidden));
    const noticeable = Math.max(NOTICEABLE_MS, median(took) / 4);
    if (!isTold(comparison, noticeable)) return;
    if (look === 2)
      expect.fail(`The hidden one takes ${comparison.gapMs.toFixed(3)} ms longer (z = ${comparison.z.toFixed(1)}).`);
  }
}

it.each(["good", "revoked", "expired", "inactive"] as const)(
  "a wrong secret takes as long as an unknown token, of one that is %s",
  async (kind) => {
    const call = (id: string): Call => ({ path: "/me", token: wrongSecretFor(id) });
    await expectSameTime(call(ids[kind]), call(ids.unknown));
  },
  10 * MINUTES,
);

describe("what is hidden takes as long as what does not exist", () => {
  const lou = acme.token(LOU);
  const wim = acme.token("wim");
  const PAIRS_OF_CALLS: [string, (name: string) => Call, string, string][] = [
    ["a record read", (id) => ({ path: `${recordsPath("accounts")}/${id}`, token: lou }), bergen.id, nobodys],
    [
      "a record deleted",
      (id) => ({
        method: "DELETE",
        path: `${recordsPath("accounts")}/${id}`,
        token: lou,
        headers: { "if-match": "*" },
      }),
      bergen.id,
      nobodys,
    ],
    [
      "a reference to it",
      (id) => post(recordsPath("samples"), { data: { name: "x", reference: id } }, { token: lou }),
      bergen.id,
      nobodys,
    ],
    ["an entity", (key) => ({ path: recordsPath(key), token: acme.token("ada") }), "internal", "internat"],
    [
      "a field in a filter",
      (key) => post(`${recordsPath("accounts")}/query`, { where: [key, "eq", "x"] }, { token: wim }),
      "secret",
      "secreq",
    ],
  ];
  it.each(PAIRS_OF_CALLS)(
    "%s",
    async (_question, callFor, hidden, unknown) => {
      await expectSameTime(callFor(hidden), callFor(unknown));
    },
    10 * MINUTES,
  );
});
