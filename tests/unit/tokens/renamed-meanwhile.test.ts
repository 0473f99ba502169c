/** A token that is created, changed or rotated while a version that renames what limits it is put into force. */
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { patientTransaction, withOwnConnection } from "@/lib/postgres/administration";
import { env } from "@/lib/process/env";
import { renameLimits } from "@/lib/store/tokens/renamed-limits";
import { createToken } from "@/lib/tokens/change/create";
import { rotateToken } from "@/lib/tokens/change/rotate";
import { listAllTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { openTestDatabase, query } from "../configuration/database";
import { BY, type Owners, openOwners, REQUEST, refusal } from "./owners";

openTestDatabase();

const limitsOn = (field: string) => ({ deniedFields: [{ entity: "deals", fields: [field] }] });

let owners: Owners;
let applying: pg.Client;
beforeEach(async () => {
  owners = await openOwners();
  applying = new pg.Client({ connectionString: env().DATABASE_URL });
  await applying.connect();
  await beginApply();
});
afterEach(() => applying.end());

async function beginApply(): Promise<void> {
  await applying.query("BEGIN");
  const { key } = owners.file.organization;
  await applying.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`configuration:${key}`]);
}

/** The other transaction waits until this one ends. */
const untilWaiting = () =>
  expect.poll(() => query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).toHaveLength(1);

it("a rotation hands over the limits as they are renamed", async () => {
  const { ada } = owners;
  // Before the version is locked.
  await applying.query("ROLLBACK");
  const { id } = await createToken(ada, { ...REQUEST, ...limitsOn("amount") }, BY);
  await beginApply();
  const rotated = rotateToken({ tokenId: id, visibility: ownTokens(ada), overlapSeconds: 0 }, BY);
  await untilWaiting();
  await applying.query("UPDATE tokens SET limits = replace(limits::text, 'amount', 'value')::jsonb WHERE id = $1", [
    id,
  ]);
  await applying.query("COMMIT");
  expect((await rotated).kind).toBe("rotated");
  const limits = (await listAllTokens(ownTokens(ada))).map((token) => token.limits.deniedFields);
  expect(limits).toEqual([limitsOn("value").deniedFields, limitsOn("value").deniedFields]);
});

it("a new token is checked again against the version that came meanwhile", async () => {
  const { ada, organizationId } = owners;
  const created = refusal(createToken(ada, { ...REQUEST, ...limitsOn("amount") }, BY));
  await untilWaiting();
  await applying.query(
    `INSERT INTO configurations (organization_id, version, document, applied_by)
       SELECT organization_id, version + 1, replace(document::text, '"amount"', '"value"')::jsonb, 'test'
         FROM configurations WHERE organization_id = $1`,
    [organizationId],
  );
  await applying.query("UPDATE organizations SET configuration_version = configuration_version + 1 WHERE id = $1", [
    organizationId,
  ]);
  await applying.query("COMMIT");
  expect(await created).toBe('deniedFields: the owner cannot read amount of "deals"');
  expect(await listAllTokens(ownTokens(ada))).toEqual([]);
});

it("the use of a token is recorded while its limits are being renamed", async () => {
  const { ada, organizationId } = owners;
  await applying.query("ROLLBACK");
  const { id } = await createToken(ada, { ...REQUEST, ...limitsOn("amount") }, BY);
  await applying.query("SET lock_timeout = '1s'");
  await withOwnConnection((connection) =>
    patientTransaction(connection, async () => {
      await renameLimits(connection, organizationId, (limits) => ({ ...limits, requestsPerMinute: 5 }));
      await applying.query(
        "INSERT INTO token_addresses (token_id, address, first_used, last_used) VALUES ($1, '192.0.2.7', now(), now())",
        [id],
      );
    }),
  );
  expect((await listAllTokens(ownTokens(ada))).map(({ limits }) => limits.requestsPerMinute)).toEqual([5]);
});
