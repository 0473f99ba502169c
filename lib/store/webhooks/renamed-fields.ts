/** Rewrites what an organization's webhooks name, when a configuration renames fields. */
import { isDeepStrictEqual } from "node:util";
import { newId } from "../../crypto/random-bytes";
import type { Connection } from "../../postgres/connection";
import { read } from "../../postgres/query";
import { sql } from "../../query/sql";
import { lockWebhooks, updateWebhook, type WebhookRow } from "./webhooks";

type Named = Pick<WebhookRow, "id" | "entityKey" | "fields" | "expand">;

/**
 * Until the transaction ends, no webhook of these entities is added or changed: waiting requests are then checked against the
 * new configuration. Call it before tokens are locked, because statements that hold a webhook refer to its token.
 */
export async function renameWebhookFields(
  transaction: Connection,
  { organizationId, entityKeys }: { organizationId: string; entityKeys: string[] },
  rename: (entityKey: string, fields: string[]) => string[],
): Promise<void> {
  await lockWebhooks(transaction, organizationId);
  const found = await read<Named>(
    sql`
    SELECT w.id, e.key AS "entityKey", w.fields, w.expand FROM webhooks w JOIN entities e ON e.id = w.entity_id
    WHERE w.organization_id = ${organizationId}::uuid AND e.key = ANY (${entityKeys}::text[]) ORDER BY w.id FOR UPDATE OF w`,
    { on: transaction },
  );
  for (const { id, entityKey, fields, expand } of found) {
    const after = { fields: fields && rename(entityKey, fields), expand: rename(entityKey, expand) };
    if (isDeepStrictEqual(after, { fields, expand })) continue;
    await updateWebhook(transaction, id, { ...after, version: newId() });
  }
}
