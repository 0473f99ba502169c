/** More and more tokens, over members and organizations. */
import { openDatabase, withClient } from "../database";
import { DEAL } from "../operations";
import { ORGANIZATION } from "../organization";
import type { Request } from "../requests";
import type { World } from "./worlds";

const TOKENS_PER_MEMBER = 100;

export async function openTokensWorld(tokens: number): Promise<World> {
  const database = await openDatabase(ORGANIZATION);
  await withClient(database.url, async (client) => {
    const members = Math.ceil(tokens / TOKENS_PER_MEMBER);
    await client.query(
      "INSERT INTO organizations (id, key, name) SELECT gen_random_uuid(), 'o' || n, 'O' FROM generate_series(1, $1::int) n",
      [members],
    );
    await client.query(
      `INSERT INTO members (id, organization_id, email, name, role_keys)
       SELECT gen_random_uuid(), id, 'm@o.test', 'M', '{}' FROM organizations WHERE key <> 'bench'`,
    );
    await client.query(
      `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash)
       SELECT left(md5(m.id::text || n), 22), m.organization_id, m.id, 'T', sha256(m.id::text::bytea)
         FROM members m, generate_series(1, $1::int) n WHERE m.email = 'm@o.test'`,
      [TOKENS_PER_MEMBER],
    );
    await client.query("VACUUM ANALYZE");
  });
  const create: Request = { method: "POST", path: "/entities/deals/records", body: { data: DEAL } };
  return {
    name: `${tokens.toLocaleString("en")} tokens`,
    database,
    token: database.token,
    calls: new Map([
      ["me", [{ method: "GET", path: "/me" }]],
      ["create", [create]],
    ]),
  };
}
