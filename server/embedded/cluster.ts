/** Creates and starts the server of a data directory as needed. The caller ensures that no other process does so meanwhile. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { sqlState } from "../../lib/postgres/faults";
import { ending } from "../processes/lifecycle";
import type { Place } from "./place";
import { disownStranger, isServerRunning } from "./postmaster";
import { initialize, lastLogLines, start } from "./programs";
import { randomPort, readSettings, type Settings, writeSettings } from "./settings";
import { removeOldSockets } from "./socket";

const DATABASE = "public_records";
const ROLE = "public_records";
/** A new data directory takes about 60 MB; the rest is for the first records. */
const DISK_SPACE_MB = 200;
const START_ATTEMPTS = 5;
/** The server does not listen yet, or does not accept connections yet. */
const STARTING = ["ECONNREFUSED", "57P03"];
/** How long to wait for a server that is starting, or recovering from a crash. */
const ANSWER_WAIT_MS = 90_000;

/** Returns the URLs of its database, which may be empty: for the service's own role, and for the server's superuser. */
export async function openCluster(home: string, place: Place): Promise<{ url: string; superuserUrl: string }> {
  const found = readSettings(home);
  let settings = { ...(found ?? firstSettings(place)), directory: place.directory };
  // The first start, or the folder was copied or moved.
  if (found?.directory !== place.directory) writeSettings(home, settings);
  if (!existsSync(place.directory)) await initializeWithRoom(place, settings);
  requireSameMajorVersion(place);
  if (!isServerRunning(place.directory)) settings = await startServer(home, place, settings);
  await createDatabase(settings, place);
  return {
    url: addressOf(settings.port, ROLE, settings.rolePassword, DATABASE),
    superuserUrl: superuserOn(settings, DATABASE),
  };
}

function firstSettings(place: Place): Omit<Settings, "directory"> {
  if (existsSync(place.directory)) {
    throw new Error(
      `${place.directory} has a database in it, but postgres.json with its password is missing beside it: restore that file, or move the folder away to start with an empty database.`,
    );
  }
  return { port: randomPort(), password: randomPassword(), rolePassword: randomPassword() };
}

const randomPassword = () => randomBytes(24).toString("base64url");

async function initializeWithRoom(place: Place, settings: Settings): Promise<void> {
  const parent = path.dirname(place.directory);
  const { bavail, bsize } = statfsSync(parent);
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024);
  if (freeMb < DISK_SPACE_MB) {
    throw new Error(
      `The embedded database needs ${DISK_SPACE_MB} MB of disk space in ${parent}, where ${freeMb} MB are free.`,
    );
  }
  await initialize(place, settings.password);
}

function requireSameMajorVersion(place: Place): void {
  const found = readFileSync(path.join(place.directory, "PG_VERSION"), "utf8").trim();
  if (found === place.majorVersion) return;
  throw new Error(
    `${place.directory} was made by PostgreSQL ${found}, which PostgreSQL ${place.majorVersion} cannot open: export with the version of this application that made it, move the folder away, and import again.`,
  );
}

/** Starts on the same port as last time, or on another one if that is now in use. */
async function startServer(home: string, place: Place, settings: Settings): Promise<Settings> {
  disownStranger(place.directory);
  removeOldSockets(place);
  let current = settings;
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    if (!(await isPortFree(current.port))) {
      current = { ...current, port: randomPort() };
      continue;
    }
    if (current !== settings) writeSettings(home, current);
    const outcome = await start(place, current.port);
    if (outcome.ok) return current;
    ending.throwIfAborted();
    // The port was free when checked, but in use at the start: try another.
    if (await isPortFree(current.port)) {
      throw new Error(`The embedded PostgreSQL did not start. ${outcome.output}\n${lastLogLines(place)}`);
    }
  }
  throw new Error(`No free port was found for the embedded PostgreSQL in ${START_ATTEMPTS} attempts.`);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** The service's role owns only its database: an attacker who can run statements can neither read files nor run programs. */
async function createDatabase(settings: Settings, place: Place): Promise<void> {
  const client = await connectPatiently(settings, place);
  try {
    const role = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [ROLE]);
    if (role.rowCount === 0)
      await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD ${client.escapeLiteral(settings.rolePassword)}`);
    const database = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
}

async function connectPatiently(settings: Settings, place: Place): Promise<pg.Client> {
  const deadline = performance.now() + ANSWER_WAIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: superuserOn(settings, "postgres") });
    // A server that is being stopped breaks the connection.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (cause) {
      if (!STARTING.includes(sqlState(cause)) || performance.now() > deadline) {
        throw new Error(`The embedded PostgreSQL does not answer.\n${lastLogLines(place)}`, { cause });
      }
    }
    await pause(100, undefined, { signal: ending });
  }
}

const superuserOn = (settings: Settings, database: string) =>
  addressOf(settings.port, "postgres", settings.password, database);

function addressOf(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}
