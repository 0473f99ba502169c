/** What one statement says of a token: its state by the database's clock, its owner, its organization (contract § 2). */
import { beforeEach, describe, expect, it } from "vitest";
import { NO_LIMITS } from "@/lib/model";
import { findToken } from "@/lib/store/authentication";
import { openTestDatabase, query } from "../configuration/database";
import { type Admitted, createAdmitted } from "./admitted";

openTestDatabase();

let admitted: Admitted;

beforeEach(async () => {
  admitted = await createAdmitted([{ entity: "deals", verbs: ["list"] }]);
});

const find = () => findToken(admitted.admission.tokenId);
const change = (assignment: string) =>
  query(`UPDATE tokens SET ${assignment} WHERE id = $1`, [admitted.admission.tokenId]);

describe("a token", () => {
  it("is found with its owner, and with what writes compare", async () => {
    const { admission, memberId, configuration } = admitted;
    const { secretHash, ...found } = (await find()) ?? { secretHash: [] };
    expect(secretHash).toHaveLength(32);
    expect(found).toEqual({
      revoked: false,
      expired: false,
      token: {
        id: admission.tokenId,
        rootId: admission.tokenId,
        name: "Sync",
        scopes: [{ entity: "deals", verbs: ["list"] }],
        limits: NO_LIMITS,
        endsAt: null,
      },
      scopesText: admission.scopes,
      limitsText: null,
      member: {
        id: memberId,
        organizationId: configuration.organizationId,
        name: "Ada",
        email: "ada@acme.test",
        roleKeys: ["sales"],
        active: true,
        admin: false,
      },
      configurationVersion: 1,
      pausedEntities: null,
      seen: null,
    });
  });

  it("that is unknown is null", async () => {
    expect(await findToken("0".repeat(22))).toBeNull();
    expect(await findToken("' OR TRUE --")).toBeNull();
  });

  it.each<[string, { revoked: boolean; expired: boolean }]>([
    ["expires = now() + interval '1 minute'", { revoked: false, expired: false }],
    ["expires = date_trunc('milliseconds', now())", { revoked: false, expired: true }],
    ["revoked = now()", { revoked: true, expired: false }],
    ["revoked = now(), expires = now() - interval '1 ms'", { revoked: true, expired: true }],
  ])("with %s says so", async (assignment, state) => {
    await change(assignment);
    expect(await find()).toMatchObject(state);
  });

  it("for everything has no scopes", async () => {
    await change("scopes = NULL");
    const found = await find();
    expect([found?.token.scopes, found?.scopesText]).toEqual([null, null]);
  });

  it.each([
    ["7 days 1 minute", false],
    ["7 days -1 minute", true],
    ["1 minute", true],
  ])("with %s to go tells its end: %s", async (left, isTold) => {
    await change(`expires = date_trunc('milliseconds', now()) + interval '${left}'`);
    const [row] = await query<{ expires: Date }>("SELECT expires FROM tokens WHERE id = $1", [
      admitted.admission.tokenId,
    ]);
    expect((await find())?.token.endsAt).toBe(isTold ? row?.expires.getTime() : null);
  });

  it("has the limits that are stored, also before there were others, and their text", async () => {
    const limits = {
      deniedFields: [{ entity: "deals", fields: ["amount"] }],
      allowedAddresses: [],
      requestsPerMinute: 5,
    };
    await change(`limits = '${JSON.stringify(limits)}'`);
    const found = await find();
    expect(found?.token.limits).toEqual({ ...limits, rows: [] });
    expect(JSON.parse(found?.limitsText ?? "")).toEqual(limits);
  });

  it("shows its owner as it is now", async () => {
    await query("UPDATE members SET active = FALSE, role_keys = '{}' WHERE id = $1", [admitted.memberId]);
    expect((await find())?.member).toMatchObject({ active: false, roleKeys: [] });
  });
});
