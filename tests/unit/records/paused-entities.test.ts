/** What a change of configuration that rewrites records asks of those who write and read them meanwhile. */
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { ApiError, type ErrorCode } from "@/lib/errors";
import type { Entity } from "@/lib/model";
import { handle } from "@/lib/public-api/handle-request";
import { requireUnpaused } from "@/lib/records/load/locked-entities";
import { hasSameForm } from "@/lib/records/work";
import { openTestDatabase } from "../configuration/database";
import { authorizedFor } from "../public-api/authorized";
import { type Admitted, createAdmitted } from "../store/admitted";

openTestDatabase();

let admitted: Admitted;

beforeAll(async () => {
  admitted = await createAdmitted();
});

/** Verified just now or, with `secondsAgo`, before. */
function callerOf(paused: string[] | null, { secondsAgo = 0, version = 0 } = {}): Caller {
  const { configuration, admission } = admitted;
  const configurationVersion = version || admission.configurationVersion;
  const asOf = performance.now() - secondsAgo * 1_000;
  return { configuration, admission: { ...admission, configurationVersion }, asOf, pausedEntities: paused } as Caller;
}

describe("a write", () => {
  const write = (paused: string[] | null) => requireUnpaused(callerOf(paused), admitted.deals as Entity);

  it("is refused while an apply gives the records of its entity another form, and not those of others", async () => {
    const { id } = admitted.deals;
    const apply = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await apply.connect();
    const name = `applying:${admitted.configuration.organizationKey}`;
    await apply.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
    await expect(write([id])).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfterSeconds: 5,
      message:
        'A new configuration is converting the records of "deals". Reads work meanwhile: send this write again in 5 seconds.',
    });
    await expect(write(["01a21a07-5d8e-72ee-ba3f-ba8d9fab573a"])).resolves.toBeUndefined();
    await expect(write(null)).resolves.toBeUndefined();
    await apply.end();
  });

  it("continues after an apply that was stopped", async () => {
    await expect.poll(() => write([admitted.deals.id]).then(() => "written", String)).toBe("written");
  });
});

describe("what was read", () => {
  it("is checked where the form of any records may have changed, or the caller was verified long ago", async () => {
    const version = 7;
    expect(await hasSameForm(callerOf([], { version }))).toBe(false);
    expect(await hasSameForm(callerOf(null, { version, secondsAgo: 1 }))).toBe(false);
    expect(await hasSameForm(callerOf([], {}))).toBe(true);
    expect(await hasSameForm(callerOf(null, { secondsAgo: 1 }))).toBe(true);
  });

  it.each<[code: ErrorCode, outcome: string]>([
    ["RECORD_NOT_FOUND", "handled again"],
    ["RATE_LIMITED", "refused"],
  ])("is checked for %s, too, if it may be untrue under the new version", async (code, outcome) => {
    const refuse = () => Promise.reject(new ApiError(code, "refused"));
    const row = { about: "caller", method: "POST", safe: false, handle: refuse };
    const again = () => Promise.reject(new Error("handled again"));
    await expect(handle(authorizedFor(row, callerOf([], { version: 7 })), again)).rejects.toThrow(outcome);
  });

  it("is not checked otherwise", async () => {
    expect(await hasSameForm(callerOf(null, { version: 7 }))).toBe(true);
  });
});
