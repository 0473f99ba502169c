/** The embedded server as its users meet it: several processes, one of them killed, a port taken, folders of others. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedDatabase } from "../../../../server/embedded/postgres";
import { isServerRunning } from "../../../../server/embedded/postmaster";
import { queryOnce } from "../../../support/database";
import { temporaryFolder } from "../../../support/temporary-folder";

const AS_ROOT = process.getuid?.() === 0;

const folder = temporaryFolder();
/** Shared, because making one takes most of a second; tests of a first start take one of their own. */
let dataDir: string;
let users: ChildProcess[];

beforeEach(() => {
  dataDir = path.join(folder.path, "data");
  users = [];
});

afterEach(async () => {
  for (const user of users) user.kill("SIGKILL");
  // Joining and leaving stops a server that a killed user, or a failed test, has left.
  if (isRunning()) await openEmbeddedDatabase(dataDir).then((database) => database.release());
});

afterAll(() => folder.remove());

function startUser(...options: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const program = ["--import", "tsx", "tests/support/embedded-user.ts", dataDir];
  const user = spawn(process.execPath, [...program, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  users.push(user);
  return user;
}

async function addressOf(user: { stdout: NodeJS.ReadableStream }): Promise<string> {
  const [line] = await once(user.stdout, "data");
  return String(line).trim();
}

async function endOf(user: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  user.kill(signal);
  const [code] = await once(user, "exit");
  return code;
}

function isRunning(): boolean {
  return isServerRunning(path.join(dataDir, "postgres"));
}

// Starts of real servers, several at once: on a busy machine they take their time.
describe("openEmbeddedDatabase", { timeout: 60_000 }, () => {
  it("keeps the data, the port and the password from one start to the next, and stops in between", async () => {
    const first = await openEmbeddedDatabase(dataDir);
    await queryOnce(first.url, "CREATE TABLE kept AS SELECT 'Größe' AS word");
    await first.release();
    expect(isRunning()).toBe(false);

    const second = await openEmbeddedDatabase(dataDir);
    expect(second.url).toBe(first.url);
    expect(await queryOnce(second.url, "SELECT word FROM kept")).toEqual([{ word: "Größe" }]);
    await second.release();
  });

  it("gives concurrent processes one server, which stops with the last of them", async () => {
    dataDir = path.join(folder.path, "fresh");
    const [a, b, c] = [startUser(), startUser(), startUser()];
    const addresses = await Promise.all([a, b, c].map(addressOf));
    expect(new Set(addresses).size).toBe(1);
    expect(await endOf(a, "SIGTERM")).toBe(0);
    expect(await endOf(b, "SIGTERM")).toBe(0);
    expect(await queryOnce(addresses[2] ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await endOf(c, "SIGTERM")).toBe(0);
    expect(isRunning()).toBe(false);
  });

  it("ignores a killed user: the next one joins its server, and stops it", async () => {
    const killed = startUser();
    const address = await addressOf(killed);
    await endOf(killed, "SIGKILL");
    expect(isRunning()).toBe(true);

    const next = await openEmbeddedDatabase(dataDir);
    expect(next.url).toBe(address);
    await next.release();
    expect(isRunning()).toBe(false);
  });

  it("stops with its last user even if that one does not handle the signal to stop", async () => {
    const careless = startUser("--careless");
    await addressOf(careless);
    careless.kill("SIGTERM");
    expect(await once(careless, "exit")).toEqual([null, "SIGTERM"]);
    expect(isRunning()).toBe(false);
  });

  it("starts again after the server was killed, even if another process now has its recorded number", async () => {
    const first = await openEmbeddedDatabase(dataDir);
    const directory = path.join(dataDir, "postgres");
    const note = path.join(directory, "postmaster.pid");
    const text = readFileSync(note, "utf8");
    process.kill(Number.parseInt(text, 10), "SIGKILL");
    await expect.poll(isRunning).toBe(false);
    await first.release();
    // PostgreSQL itself takes only a process of its own account for itself.
    const { uid, gid } = statSync(directory);
    const stranger = spawn("sleep", ["60"], AS_ROOT ? { uid, gid } : {});
    writeFileSync(note, text.replace(/^\d+/, String(stranger.pid)));

    const database = await openEmbeddedDatabase(dataDir);
    expect(await queryOnce(database.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await database.release();
    stranger.kill();
  });

  it("finds the tables of a folder that was moved, and gives a copy its own, also while the original's server runs", async () => {
    dataDir = path.join(folder.path, "before");
    const before = await openEmbeddedDatabase(dataDir);
    await queryOnce(before.url, "CREATE TABLE kept AS SELECT 'original' AS word");
    await before.release();
    renameSync(dataDir, path.join(folder.path, "after"));
    dataDir = path.join(folder.path, "after");
    const original = await openEmbeddedDatabase(dataDir);
    expect(await queryOnce(original.url, "SELECT word FROM kept")).toEqual([{ word: "original" }]);
    await queryOnce(original.superuserUrl, "CHECKPOINT");

    // As root copies it: what is in it belongs to root then.
    const copied = path.join(folder.path, "copy");
    spawnSync("cp", ["-r", dataDir, copied]);
    const copy = await openEmbeddedDatabase(copied);
    expect(new URL(copy.url).port).not.toBe(new URL(original.url).port);
    await queryOnce(copy.url, "UPDATE kept SET word = 'copy'");
    expect(await queryOnce(original.url, "SELECT word FROM kept")).toEqual([{ word: "original" }]);
    await copy.release();
    expect(isServerRunning(path.join(copied, "postgres"))).toBe(false);
    expect(isRunning()).toBe(true);
    await original.release();
  });

  it("refuses a copy without tables, and says where they are", async () => {
    dataDir = path.join(folder.path, "without-tables");
    mkdirSync(dataDir);
    const settings = { port: 20_000, password: "p", rolePassword: "r", directory: "/elsewhere/postgres" };
    writeFileSync(path.join(dataDir, "postgres.json"), JSON.stringify(settings));
    await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow(
      /without-tables was copied or moved without its tables, which are in \/elsewhere\/postgres: move the folder back/,
    );
    expect(readdirSync(dataDir)).not.toContain("postgres");
  });

  it("moves to another port when a foreign program has taken its own", async () => {
    const first = await openEmbeddedDatabase(dataDir);
    await first.release();
    const foreign = createServer().listen(Number(new URL(first.url).port), "127.0.0.1");
    await once(foreign, "listening");
    const second = await openEmbeddedDatabase(dataDir);
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    expect(await queryOnce(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await second.release();
    foreign.close();
  });

  it("treats letters of every script as letters, and sorts by code point", async () => {
    const database = await openEmbeddedDatabase(dataDir);
    await queryOnce(database.url, "CREATE EXTENSION IF NOT EXISTS pg_trgm");
    const rows = await queryOnce(
      database.url,
      "SELECT lower('ΕΛΛΆΔΑ') AS lower, cardinality(show_trgm('ελλάδα')) AS trigrams, 'Z' < 'a' AS z_first",
    );
    expect(rows).toEqual([{ lower: "ελλάδα", trigrams: 7, z_first: true }]);
    await database.release();
  });

  it("is used by a role that owns its database, and nothing of the server", async () => {
    const database = await openEmbeddedDatabase(dataDir);
    await queryOnce(database.url, "CREATE TABLE own (word text)");
    const [role] = await queryOnce(
      database.url,
      "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user",
    );
    expect(role).toEqual({
      rolname: "public_records",
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    });
    await expect(queryOnce(database.url, "COPY own FROM '/etc/passwd'")).rejects.toThrow(
      /permission denied to COPY from a file/,
    );
    await expect(queryOnce(database.url, "COPY own TO PROGRAM 'cat'")).rejects.toThrow(
      /permission denied to COPY to or from/,
    );
    await database.release();
  });

  it("shows its password and its tables to nobody else", async () => {
    const database = await openEmbeddedDatabase(dataDir);
    const hosts = await queryOnce(database.url, "SHOW listen_addresses");
    await database.release();
    expect(hosts).toEqual([{ listen_addresses: "127.0.0.1" }]);
    const file = path.join(dataDir, "postgres.json");
    const { password, rolePassword } = JSON.parse(readFileSync(file, "utf8"));
    expect([password, rolePassword]).toEqual([
      expect.stringMatching(/^[\w-]{32}$/),
      expect.stringMatching(/^[\w-]{32}$/),
    ]);
    expect(rolePassword).not.toBe(password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  });

  it.each<[what: string, version: string, settings: object | null, message: RegExp]>([
    ["tables of another PostgreSQL", "12", {}, /was made by PostgreSQL 12, .*move the folder away/],
    ["a lost password", "18", null, /postgres\.json .* is missing/],
  ])("says what to do about %s, and leaves the tables alone", async (_, version, settings, message) => {
    dataDir = path.join(folder.path, `version-${version}`);
    const directory = path.join(dataDir, "postgres");
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, "PG_VERSION"), `${version}\n`);
    const written = { port: 20_000, password: "p", rolePassword: "r", directory, ...settings };
    if (settings !== null) writeFileSync(path.join(dataDir, "postgres.json"), JSON.stringify(written));
    await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow(message);
    expect(readdirSync(directory)).toEqual(["PG_VERSION"]);
  });

  it.runIf(AS_ROOT)("keeps the tables elsewhere when the server's account cannot enter the folder", async () => {
    const home = path.join(folder.path, "home");
    mkdirSync(home);
    chmodSync(home, 0o700);
    dataDir = path.join(home, "data");
    const database = await openEmbeddedDatabase(dataDir);
    const [row] = await queryOnce(database.superuserUrl, "SELECT current_setting('data_directory') AS directory");
    await database.release();
    const directory = String(row?.directory);
    expect(directory).toMatch(/^\/var\/lib\/public-records-api\/[0-9a-f]{16}\/postgres$/);
    rmSync(path.dirname(directory), { recursive: true });
  });
});
