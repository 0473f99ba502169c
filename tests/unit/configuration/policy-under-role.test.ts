/** The token policy is changed by the service, also under a role that owns nothing (docs/deploy.md, Roles). */
import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { changeTokenPolicy } from "@/lib/configuration/policy";
import { postgres } from "@/lib/postgres/postgres";
import { listExceeding } from "@/lib/tokens/read/exceeding";
import { grantStatements } from "@/server/cli/commands/database-grants";
import { BY, openOwners } from "../tokens/owners";
import { openTestDatabase, query } from "./database";

openTestDatabase();

const ROLE = `app_${randomBytes(5).toString("hex")}`;

/** From then on, connections to the database have the role. */
async function becomeRole(): Promise<void> {
  await query(`CREATE ROLE ${ROLE}`);
  await query(grantStatements(ROLE).join("\n"));
  await query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET role = ${ROLE}', current_database()); END $$`);
  await query(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  const last = await postgres().pool.connect();
  last.release(true);
}

async function dropRole(): Promise<void> {
  const connection = await postgres().pool.connect();
  await connection.query(`RESET ROLE; SET ROLE NONE; DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  connection.release(true);
}

it("can be read and changed, and not deleted", async () => {
  const { organizationId } = await openOwners();
  await becomeRole();
  try {
    expect(await query("SELECT current_user AS role")).toEqual([{ role: ROLE }]);
    const { tokenPolicy: from } = await loadCurrentConfiguration(organizationId);
    const to = { ...from, maxLifetimeDays: 7 };
    await listExceeding(organizationId, to, new Date());
    expect(await changeTokenPolicy(organizationId, { from, to }, BY)).toEqual({ kind: "changed", version: 2 });
    expect((await loadCurrentConfiguration(organizationId)).tokenPolicy).toEqual(to);
    for (const statement of ["DELETE FROM configurations", "UPDATE organizations SET key = 'x'"])
      await expect(query(statement)).rejects.toMatchObject({ code: "42501" });
  } finally {
    await dropRole();
  }
});
