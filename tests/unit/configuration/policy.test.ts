/** The policy on tokens changed by itself, against a real database: a version like any other, noted with what it was. Whoever decided upon an older one is told, and overwrites nothing. */
import { describe, expect, it } from "vitest";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import type { OrganizationPolicy } from "@/lib/model";
import { createToken } from "@/lib/tokens/change/create";
import { OPEN_POLICY } from "../../support/open-policy";
import { BY, openOwners, refusal } from "../tokens/owners";
import { applied, apply, versionOf } from "./applied";
import { openTestDatabase, query } from "./database";

openTestDatabase();

const USUAL: OrganizationPolicy = { ...OPEN_POLICY, maxLifetimeDays: 366 };
const MONTH = { ...USUAL, maxLifetimeDays: 30 };
const STRICT: OrganizationPolicy = {
  maxLifetimeDays: 90,
  allowNeverExpiring: false,
  requirePurpose: true,
  revokeUnusedAfterDays: 60,
  allowedAddresses: ["10.0.0.0/8"],
  maxLiveTokens: 3,
  requireSecondFactor: "administrators",
};

async function eventOf(organizationId: string) {
  const rows = await query<{ action: string }>(
    "SELECT actor, action, subject, details, address, request_id FROM audit_events WHERE organization_id = $1 ORDER BY at DESC",
    [organizationId],
  );
  return rows[0];
}

describe("a changed policy", () => {
  it("is in force for the next token, and noted with what it was", async () => {
    const { ada, organizationId } = await openOwners();
    expect(await changeTokenPolicy(organizationId, { from: USUAL, to: STRICT }, BY)).toEqual({
      kind: "changed",
      version: 2,
    });
    expect((await loadCurrentConfiguration(organizationId)).tokenPolicy).toEqual(STRICT);
    const request = { name: "Sync", purpose: "", expires: null, scopes: null };
    expect(await refusal(createToken(ada, request, BY))).toBe(
      "purpose: the organization's policy requires a purpose\nexpires: the organization's policy requires an expiry",
    );
    expect(await eventOf(organizationId)).toEqual({
      actor: "ada@acme.test",
      action: "configuration.policy",
      subject: "version 2",
      details: { before: USUAL, after: STRICT },
      address: "192.0.2.7",
      request_id: "request-1",
    });
    const [row] = await query("SELECT applied_by FROM configurations WHERE organization_id = $1 AND version = 2", [
      organizationId,
    ]);
    expect(row).toEqual({ applied_by: "ada@acme.test" });
  });

  it("that is the one in force changes nothing", async () => {
    const { organizationId } = await openOwners();
    expect(await changeTokenPolicy(organizationId, { from: USUAL, to: USUAL }, BY)).toEqual({ kind: "unchanged" });
    expect((await loadCurrentConfiguration(organizationId)).version).toBe(1);
    expect((await eventOf(organizationId))?.action).toBe("configuration.apply");
  });
});

describe("a change of the policy by one of two administrators", () => {
  it("that is based on an outdated policy writes nothing, and says what is in force", async () => {
    const { organizationId, key } = await applied();
    await changeTokenPolicy(organizationId, { from: USUAL, to: MONTH }, BY);
    expect(await changeTokenPolicy(organizationId, { from: USUAL, to: STRICT }, BY)).toEqual({
      kind: "outdated",
      policy: MONTH,
    });
    expect((await loadCurrentConfiguration(organizationId)).tokenPolicy).toEqual(MONTH);
    expect(await versionOf(key)).toBe(2);
  });

  it("of two at once, one takes effect and the other is outdated", async () => {
    const { organizationId, key } = await applied();
    const outcomes = await Promise.all([
      changeTokenPolicy(organizationId, { from: USUAL, to: MONTH }, BY),
      changeTokenPolicy(organizationId, { from: USUAL, to: STRICT }, BY),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "outdated"]);
    expect(await versionOf(key)).toBe(2);
  });

  it("takes effect although the rest of the configuration has changed meanwhile", async () => {
    const { organizationId, file } = await applied();
    file.entities.push({ key: "notes", labelField: "a", fields: [{ key: "a", type: "text" }] });
    await apply(file);
    expect(await changeTokenPolicy(organizationId, { from: USUAL, to: MONTH }, BY)).toEqual({
      kind: "changed",
      version: 3,
    });
  });
});
