/**
 * Renames the fields denied to tokens when a configuration renames the fields, in the same transaction, so that they stay denied.
 */
import { Prisma } from "../../../generated/prisma/client";
import type { Connection } from "../../postgres/connection";
import { write } from "../../postgres/query";

const { sql } = Prisma;

/** `renames`: by entity key, former key → new key. */
export async function renameDeniedFields(
  transaction: Connection,
  organizationId: string,
  renames: Record<string, Record<string, string>>,
): Promise<void> {
  if (Object.keys(renames).length === 0) return;
  await write(
    sql`
    UPDATE tokens t
       SET limits = jsonb_set(t.limits, '{deniedFields}', (
             SELECT jsonb_agg(jsonb_set(d, '{fields}', (
                      SELECT jsonb_agg(coalesce(${JSON.stringify(renames)}::jsonb -> (d ->> 'entity') ->> f, f))
                        FROM jsonb_array_elements_text(d -> 'fields') f)))
               FROM jsonb_array_elements(t.limits -> 'deniedFields') d))
     WHERE t.organization_id = ${organizationId}::uuid AND jsonb_array_length(t.limits -> 'deniedFields') > 0`,
    { on: transaction },
  );
}
