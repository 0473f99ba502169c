/**
 * The role that the service uses on the embedded server. It owns the one database, and nothing else on the server: an attacker
 * who can run statements can neither read files nor run programs.
 */
import type pg from "pg";

export const ROLE = "public_records";

/** Changes the owner on a server whose superuser created everything, from before the role existed. */
const HAND_OVER = `DO $$
  DECLARE thing text;
  BEGIN
    FOR thing IN
      SELECT format('SCHEMA %I', nspname) FROM pg_namespace WHERE nspname IN ('record_partitions', 'change_partitions')
      UNION ALL
      SELECT format('TABLE %s', oid::regclass) FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN
        ('public', 'record_partitions', 'change_partitions'))
      UNION ALL
      SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
      UNION ALL
      SELECT format('TYPE %s', oid::regtype) FROM pg_type
      WHERE typtype IN ('e', 'd') AND typnamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('ALTER %s OWNER TO ${ROLE}', thing);
    END LOOP;
    EXECUTE format('ALTER DATABASE %I OWNER TO ${ROLE}', current_database());
  END $$`;

/** Creates the role, or sets this password. `client` is connected as the superuser. */
export async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [ROLE]);
  const verb = found.rowCount === 0 ? "CREATE" : "ALTER";
  await client.query(`${verb} ROLE ${ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
}

/** `client` is connected to the database as the superuser. Changes all owners or none; does nothing if it was done before. */
export async function handOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT pg_get_userbyid(datdba) = $1 AS done FROM pg_database WHERE datname = current_database()",
    [ROLE],
  );
  if (rows[0]?.done !== true) await client.query(HAND_OVER);
}
