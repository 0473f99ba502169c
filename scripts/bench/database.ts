/** A database of its own with one organization in it, and a token of the member who may do everything there. */

import { rmSync } from "node:fs";
import pg from "pg";
import { applyConfiguration } from "../../lib/configuration/apply";
import { loadCurrentConfiguration } from "../../lib/configuration/load";
import { parseDocument } from "../../lib/configuration/parse";
import type { Configuration } from "../../lib/model";
import { env } from "../../lib/process/env";
import { runtime } from "../../lib/process/runtime";
import { findMemberByEmail } from "../../lib/store/people/members";
import { createToken } from "../../lib/tokens/change/create";
import { openEmbeddedDatabase } from "../../server/embedded/postgres";
import { applyMigrations } from "../../server/migrations";
import { temporaryFolder } from "../../tests/support/temporary-folder";

export type Database = {
  /** The address for the role that the service has. */
  url: string;
  /** For tasks that need the server's superuser. */
  superuserUrl: string;
  configuration: Configuration;
  token: string;
  /** PostgreSQL's main process, the parent of all others. */
  postmaster: number;
  close(): Promise<void>;
};

/** The member whose token a benchmark sends. */
export const OWNER = { email: "ada@bench.test", name: "Ada", admin: true, active: true };

/** Leaves `lib` pointed at the new database. */
export async function openDatabase(file: object): Promise<Database> {
  const folder = temporaryFolder();
  const embedded = await openEmbeddedDatabase(folder.path);
  await applyMigrations(embedded.url);
  await pointAt(embedded.fastUrl);
  const { organizationId } = await applyConfiguration(parseDocument(file), { mode: "keep data", actor: "bench" });
  return {
    url: embedded.fastUrl,
    superuserUrl: embedded.superuserUrl,
    configuration: await loadCurrentConfiguration(organizationId),
    token: await tokenOf(organizationId, OWNER.email),
    postmaster: await postmasterOf(embedded.superuserUrl),
    close: async () => {
      await runtime.close();
      await embedded.release();
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}

/** Points `lib`, which knows one database, at this one. */
export async function pointAt(url: string): Promise<void> {
  await runtime.close();
  env().DATABASE_URL = url;
}

/** A new token of a member, for everything that the member may do. */
export async function tokenOf(organizationId: string, email: string): Promise<string> {
  const owner = await findMemberByEmail(organizationId, email);
  if (owner === null) throw new Error("The benchmark's organization is incomplete.");
  const request = { name: "bench", purpose: "", expires: null, scopes: null };
  return (await createToken(owner, request, { actor: "bench" })).text;
}

/** With a client of its own, for work that takes longer than a request may. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function postmasterOf(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query("SELECT pg_read_file('postmaster.pid') AS text");
    return Number.parseInt(rows[0].text, 10);
  });
}
