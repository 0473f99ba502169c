/** Rewrites the limits of an organization's tokens, when a configuration renames what they name. */
import { readLimits } from "../../access/token-limits";
import type { JsonValue, TokenLimits } from "../../model";
import type { Connection } from "../../postgres/connection";
import { read, write } from "../../postgres/query";
import { sql } from "../../query/sql";

/** `rename` returns the same object if nothing is renamed. Tokens without limits are not read. */
export async function renameLimits(
  transaction: Connection,
  organizationId: string,
  rename: (limits: TokenLimits) => TokenLimits,
): Promise<void> {
  // Not FOR UPDATE: writes that only refer to a token, such as records of its use, need not wait.
  const found = await read<{ id: string; limits: JsonValue }>(
    sql`SELECT id, limits FROM tokens WHERE organization_id = ${organizationId}::uuid AND limits IS NOT NULL
          FOR NO KEY UPDATE`,
    { on: transaction },
  );
  for (const { id, limits } of found) {
    const before = readLimits(limits);
    const after = rename(before);
    if (after === before) continue;
    await write(sql`UPDATE tokens SET limits = ${JSON.stringify(after)}::jsonb WHERE id = ${id}`, { on: transaction });
  }
}
