/**
 * Whether a session has a connection of PostgreSQL to itself. Behind a pooler by transaction it has none: its locks would stay behind
 * on a connection that others use next, and so would its settings.
 */
import type pg from "pg";

export class SharedSession extends Error {
  constructor() {
    super(
      "A pooler by transaction stands before the database, and this takes a connection of its own: set DATABASE_URL to the address of PostgreSQL itself.",
    );
  }
}

/** A pooler with a few connections has given away the first one by then, or another one. */
const LOOKS = 5;

/** Throws SharedSession. `openAnother`: a second session at the same address. */
export async function requireOwnSession(session: pg.Client, openAnother: () => Promise<pg.Client>): Promise<void> {
  // A pooler of any kind makes up the number that the session was told when it was opened.
  if ((await backendOf(session)) === toldBackend(session)) return;
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

async function backendOf(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

/** What the driver's types leave out. */
function toldBackend(session: pg.Client): number {
  return (session as unknown as { processID: number }).processID;
}
