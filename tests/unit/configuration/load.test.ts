/** Configurations that a process compiles before it serves. */
import { expect, it } from "vitest";
import { loadConfiguration, prepareConfigurations } from "@/lib/configuration/load";
import { createToken } from "@/lib/tokens/change/create";
import { BY, openOwners } from "../tokens/owners";
import { openTestDatabase, query } from "./database";

openTestDatabase();

/** Has a used token, and is in force at a version that nothing in this process has compiled. */
async function openUncompiled(document = "document"): Promise<string> {
  const { organizationId, ada } = await openOwners();
  const { id } = await createToken(ada, { name: "Sync", purpose: "", expires: null, scopes: null }, BY);
  await query("INSERT INTO token_uses VALUES ($1, now(), '192.0.2.7')", [id]);
  await query(
    `INSERT INTO configurations (organization_id, version, document, applied_by)
     SELECT organization_id, 2, ${document}, applied_by FROM configurations WHERE organization_id = $1`,
    [organizationId],
  );
  await query("UPDATE organizations SET configuration_version = 2 WHERE id = $1", [organizationId]);
  return organizationId;
}

it("are those of the organizations whose tokens were used, also if one cannot be compiled", async () => {
  const [used, unused] = [await openUncompiled(), await openUncompiled()];
  await openUncompiled("'{}'");
  await query("DELETE FROM token_uses USING tokens t WHERE t.id = token_id AND t.organization_id = $1", [unused]);
  await prepareConfigurations();
  await query("ALTER TABLE configurations RENAME TO elsewhere");
  await expect(loadConfiguration(used, 2)).resolves.toMatchObject({ version: 2 });
  await expect(loadConfiguration(unused, 2)).rejects.toThrow();
});
