/**
 * The role by which the service uses the embedded server: it owns the one database, and nothing of the server. Who got as far as
 * its statements can neither read files nor run programs.
 */
import type pg from "pg";

export const ROLE = "public_records";

/** Of a server whose first user made all there was, before there was the role. */
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

/** Makes the role, or gives it this password. `client` is the server's first user. */
export async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [ROLE]);
  const verb = found.rowCount === 0 ? "CREATE" : "ALTER";
  await client.query(`${verb} ROLE ${ROLE} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
}

/** `client` is the server's first user, in the database. All of it or nothing; no work where it was done before. */
export async function handOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT pg_get_userbyid(datdba) = $1 AS done FROM pg_database WHERE datname = current_database()",
    [ROLE],
  );
  if (rows[0]?.done !== true) await client.query(HAND_OVER);
}
