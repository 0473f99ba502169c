/** Two administrators and one policy: whoever decided upon an older one is told, and overwrites nothing. */
import { describe, expect, it } from "vitest";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { applied, apply, versionOf } from "./applied";
import { openTestDatabase } from "./database";

openTestDatabase();

const OPEN = { revokeUnusedAfterDays: null, allowedAddresses: [], maxLiveTokens: null, requireSecondFactor: null };
const FIRST = { ...OPEN, maxLifetimeDays: 366, allowNeverExpiring: true, requirePurpose: false };
const MONTH = { ...OPEN, maxLifetimeDays: 30, allowNeverExpiring: true, requirePurpose: false };
const STRICT = { ...OPEN, maxLifetimeDays: 30, allowNeverExpiring: false, requirePurpose: true };
const ADA = { actor: "ada@acme.test" };

describe("a change of the policy", () => {
  it("that was decided upon another policy than the one in force writes nothing, and says what is in force", async () => {
    const { organizationId, key } = await applied();
    await changeTokenPolicy(organizationId, { from: FIRST, to: MONTH }, ADA);
    expect(await changeTokenPolicy(organizationId, { from: FIRST, to: STRICT }, ADA)).toEqual({
      kind: "outdated",
      policy: MONTH,
    });
    expect((await loadCurrentConfiguration(organizationId)).tokenPolicy).toEqual(MONTH);
    expect(await versionOf(key)).toBe(2);
  });

  it("of two at once, one is in force and the other is told", async () => {
    const { organizationId, key } = await applied();
    const outcomes = await Promise.all([
      changeTokenPolicy(organizationId, { from: FIRST, to: MONTH }, ADA),
      changeTokenPolicy(organizationId, { from: FIRST, to: STRICT }, ADA),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "outdated"]);
    expect(await versionOf(key)).toBe(2);
  });

  it("stands although the rest of the configuration has changed meanwhile", async () => {
    const { organizationId, file } = await applied();
    file.entities.push({ key: "notes", labelField: "a", fields: [{ key: "a", type: "text" }] });
    await apply(file);
    expect(await changeTokenPolicy(organizationId, { from: FIRST, to: MONTH }, ADA)).toEqual({
      kind: "changed",
      version: 3,
    });
  });
});
