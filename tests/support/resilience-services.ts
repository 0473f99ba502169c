/**
 * The global set-up of the resilience suite, once for the files that run side by side and once for those that run alone: a
 * database server that they may restart, a Redis, and two processes of the Node adapter that share both.
 */
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openEmbeddedDatabase } from "../../server/embedded/postgres";
import { applyMigrations } from "../../server/migrations";
import { freePort } from "./free-port";
import { HAS_REDIS, type RunningRedis, startRedis } from "./redis";
import { buildAdapter, type Service, startService } from "./service";
import { temporaryFolder } from "./temporary-folder";

declare module "vitest" {
  interface ProvidedContext {
    secondOrigin: string;
    /** null where redis-server is not installed. */
    redisUrl: string | null;
    /** The database server's folder; `own-database-server.ts` restarts it. */
    dataDir: string;
    /** The port of 127.0.0.1 where a test can listen for deliveries. Every process that shares the database sends them. */
    receiverPort: number;
  }
}

type Undo = () => Promise<unknown> | unknown;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const undo: Undo[] = [];
  const tearDown = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    await open(project, undo);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

async function open(project: TestProject, undo: Undo[]): Promise<void> {
  await buildAdapter("node");
  const folder = temporaryFolder();
  undo.push(folder.remove);
  const database = await openEmbeddedDatabase(folder.path);
  undo.push(database.release);
  // Tests inspect the server, and break it.
  const url = database.superuserUrl;
  await hurry(url);
  await applyMigrations(url);

  const redis: RunningRedis | null = HAS_REDIS ? await startRedis() : null;
  undo.push(async () => redis?.stop());
  const receiverPort = await freePort();
  const environment: Record<string, string> = {
    WEBHOOKS_PRIVATE_HOSTS: `127.0.0.1:${receiverPort}`,
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  };
  const services: Service[] = [];
  undo.push(() => Promise.all(services.map((service) => service.stop())));
  for (let process = 1; process <= 2; process += 1) services.push(await startService("node", url, environment));

  project.provide("adapter", "node");
  project.provide("databaseUrl", url);
  project.provide("dataDir", folder.path);
  project.provide("redisUrl", redis?.url ?? null);
  project.provide("receiverPort", receiverPort);
  project.provide("origin", String(services[0]?.origin));
  project.provide("secondOrigin", String(services[1]?.origin));
}

/** Survives any crash of the server, but not of the machine. */
async function hurry(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of ["fsync", "full_page_writes"]) await client.query(`ALTER SYSTEM SET ${name} = off`);
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}
