/** Maintenance: what is past its time is cleared, by one of all, and one task that fails keeps no other from its work. */
import { beforeEach, describe, expect, it } from "vitest";
import { maintain } from "@/lib/maintenance";
import { postgres } from "@/lib/postgres/postgres";
import { claimMaintenance } from "@/lib/store/maintenance";
import { openTestDatabase, query } from "./configuration/database";

process.env.LOG_LEVEL = "silent";
openTestDatabase();

const NOTHING = {
  ...{ outcomes: 0, calls: 0, sums: 0, sessions: 0, notices: 0, expiring: 0, unused: 0, webhooks: 0, changes: 0 },
};

const count = async (table: string) => Number((await query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

describe("expired data", () => {
  beforeEach(async () => {
    await query("DELETE FROM idempotency_keys");
    await query("DELETE FROM verifications");
    await query(
      `INSERT INTO idempotency_keys (token_id, key, body_hash, created)
       SELECT 'a token', n::text, sha256(''), now() - make_interval(hours => CASE WHEN n <= 2500 THEN 25 ELSE 23 END)
       FROM generate_series(1, 2600) n`,
    );
    await query(
      `INSERT INTO verifications (id, identifier, value, expires_at, created_at, updated_at)
       SELECT gen_random_uuid()::text, 'a link ' || n, '', now() + make_interval(mins => CASE WHEN n <= 3 THEN -1 ELSE 1 END), now(), now()
       FROM generate_series(1, 5) n`,
    );
  });

  it("is removed completely, however much there is, and nothing else", async () => {
    expect(await maintain()).toEqual({ ...NOTHING, outcomes: 2500, sessions: 3 });
    expect([await count("idempotency_keys"), await count("verifications")]).toEqual([100, 2]);
    expect(await maintain()).toEqual(NOTHING);
  });

  it("is removed except for locked rows, which are left to the next time", async () => {
    const holder = await postgres().pool.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM verifications WHERE expires_at < now() LIMIT 1 FOR UPDATE");
    expect((await maintain()).sessions).toBe(2);
    await holder.query("ROLLBACK");
    holder.release();
    expect((await maintain()).sessions).toBe(1);
  });

  it("is removed completely, even changes without a partition, before partitions are made", async () => {
    await query(
      `INSERT INTO changes (entity_id, at) SELECT gen_random_uuid(), now() - interval '40 days' FROM generate_series(1, 10001)`,
    );
    expect((await maintain()).changes).toBe(10_001);
    expect(await count("changes")).toBe(0);
  });

  it("is removed even if another task fails", async () => {
    await query("ALTER FUNCTION keep_changes RENAME TO keep_changes_elsewhere");
    try {
      expect(await maintain()).toMatchObject({ outcomes: 2500, changes: null });
    } finally {
      await query("ALTER FUNCTION keep_changes_elsewhere RENAME TO keep_changes");
    }
  });
});

it("the turn goes to one of many that ask at once, and then to none for an hour", async () => {
  await query("DELETE FROM maintenance");
  const first = await Promise.all(Array.from({ length: 20 }, () => claimMaintenance(3_600)));
  expect(first.filter(Boolean)).toHaveLength(1);
  await query("UPDATE maintenance SET at = now() - interval '59 minutes'");
  expect(await claimMaintenance(3_600)).toBe(false);
  await query("UPDATE maintenance SET at = now() - interval '61 minutes'");
  expect(await claimMaintenance(3_600)).toBe(true);
});
