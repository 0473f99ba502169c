/**
 * A streaming replica of the resilience suite's database server, as PostgreSQL makes them: a copy of its folder, which follows its
 * log. Both run with the programs of the embedded server.
 */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { choosePlace } from "../../server/embedded/place";
import * as programs from "../../server/embedded/programs";
import { readSettings } from "../../server/embedded/settings";
import { queryOnce } from "./database";
import { freePort } from "./free-port";
import { temporaryFolder } from "./temporary-folder";

export type Replica = {
  /** The address of the suite's database on the replica. */
  url: string;
  query: (text: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** Stops it and removes everything of it. */
  remove: () => Promise<void>;
};

const SLOT = "replica";
/** Files that belong to the running server only. */
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot"]);

export async function startReplica(): Promise<Replica> {
  const primaryUrl = inject("databaseUrl");
  const home = inject("dataDir");
  const primary = choosePlace(home, readSettings(home)?.directory ?? null);
  const folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  const place = { ...primary, directory: path.join(folder.path, "replica") };
  await copyRunning(primaryUrl, primary.directory, place.directory);
  const { hostname, port, username, password } = new URL(primaryUrl);
  appendFileSync(
    path.join(place.directory, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}'
primary_slot_name = '${SLOT}'\n`,
  );
  writeFileSync(path.join(place.directory, "standby.signal"), "");
  giveLike(primary.directory, place.directory);
  const ownPort = await freePort();
  const url = new URL(primaryUrl);
  url.port = String(ownPort);
  const stop = async () => void (await programs.stop(place));
  const start = async () => {
    const { ok, output } = await programs.start(place, ownPort);
    if (!ok) throw new Error(`The replica did not start: ${output}\n${programs.lastLogLines(place)}`);
  };
  await start();
  return {
    url: url.href,
    query: (text) => queryOnce(url.href, text),
    stop,
    start,
    remove: async () => {
      await stop();
      await queryOnce(primaryUrl, `SELECT pg_drop_replication_slot('${SLOT}')`).catch(() => []);
      folder.remove();
    },
  };
}

/** As `pg_basebackup` does, which the packages of the embedded server do not have. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_create_physical_replication_slot('${SLOT}', true)`);
    await client.query("SELECT pg_backup_start('replica', true)");
    copyFolder(from, to);
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    writeFileSync(path.join(to, "backup_label"), String(rows[0]?.labelfile));
  } finally {
    await client.end();
  }
}

function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, {
    recursive: true,
    filter: (source) => {
      const [first = ""] = path.relative(from, source).split(path.sep);
      return !LEFT_OUT.has(first) && !first.startsWith(".s.PGSQL");
    },
  });
  for (const empty of ["pg_wal/archive_status", "pg_replslot"]) mkdirSync(path.join(to, empty), { recursive: true });
}

/** PostgreSQL accepts only a folder that its account owns. */
function giveLike(model: string, folder: string): void {
  const { uid, gid } = statSync(model);
  for (const each of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(path.join(folder, each), uid, gid);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}
