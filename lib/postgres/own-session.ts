/** Checks that a session has its own connection: behind a transaction-mode pooler, others would get its locks and settings. */
import type pg from "pg";

export class SharedSession extends Error {
  constructor() {
    super(
      "A pooler by transaction stands before the database, and this takes a connection of its own: set DATABASE_URL to the address of PostgreSQL itself.",
    );
  }
}

/** After this many looks, even a pooler with few connections has switched to another or given the first one away. */
const LOOKS = 5;

/** Throws SharedSession if the connection is shared. `openAnother` opens a second session at the same address. */
export async function requireOwnSession(session: pg.Client, openAnother: () => Promise<pg.Client>): Promise<void> {
  // Every kind of pooler invents the process id that it reports when the session opens. The driver's types lack it.
  const { processID } = session as unknown as { processID: number };
  if ((await backendOf(session)) === processID) return;
  const another = await openAnother();
  try {
    const own = new Set<number>();
    const others = new Set<number>();
    for (let look = 0; look < LOOKS; look += 1) {
      own.add(await backendOf(session));
      others.add(await backendOf(another));
    }
    const isShared = own.size > 1 || others.size > 1 || [...own].some((backend) => others.has(backend));
    if (isShared) throw new SharedSession();
  } finally {
    await another.end();
  }
}

/** The process id of the server's side. */
export async function backendOf(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}
