/**
 * The set-up of a whole run: one database and one service, the built Node host, for all scenarios. Workers find both in the
 * environment, which they inherit.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { runtime } from "@/lib/process/runtime";
import { buildPagesIfStale, buildServerIfStale } from "../../../scripts/build-if-stale.mjs";
import { createTestDatabase, dropAbandonedDatabases, openTestServer } from "../../support/database";
import { freePort } from "../../support/free-port";
import { sendTo } from "../../support/http";
import { APP_SECRET, startWithPages } from "../../support/service";
import { addPerson, openOffice } from "./people";
import { cookiesOf } from "./session";

/**
 * Asks for every page once before scenarios begin, so that their times are not those of a new process. Each has to answer the
 * first time: nothing is too busy for its first visitor.
 */
const PAGES = ["/", "/sign-in", "/overview", "/requests", "/tokens", "/tokens/new", "/reference", "/explain"];
const ADMIN_PAGES = ["/admin/tokens", "/admin/members", "/admin/policy", "/admin/audit"];

async function warmUp(origin: string): Promise<void> {
  const office = await openOffice("Warm-up");
  const cookie = await cookiesOf(await addPerson(office, { name: "Ada Lindqvist", admin: true }));
  for (const path of [...PAGES, ...ADMIN_PAGES]) {
    const { status } = await sendTo(origin, path, { headers: { cookie } });
    if (status >= 500) throw new Error(`${path} answers ${status}: see test-results/service.log`);
  }
  await runtime.close();
}

export default async function setUp(): Promise<() => Promise<void>> {
  await Promise.all([buildServerIfStale(undefined), buildPagesIfStale(undefined)]);
  const server = await openTestServer();
  await dropAbandonedDatabases(server.url);
  const database = await createTestDatabase();
  await server.release();
  // Where receivers of webhooks listen, one for each worker (support/receiver.ts).
  const ports = [await freePort(), await freePort()];
  const WEBHOOKS_PRIVATE_HOSTS = ports.map((port) => `127.0.0.1:${port}`).join();
  const service = await startWithPages("node", database.url, { LOG_LEVEL: "warn", WEBHOOKS_PRIVATE_HOSTS }).catch(
    async (error: unknown) => {
      await database.drop();
      throw error;
    },
  );
  // The variables that lib reads when scenarios prepare members and tokens, and the browser's address.
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    APP_SECRET,
    APP_URL: service.origin,
    LOG_LEVEL: "silent",
    DATABASE_POOL_SIZE: "3",
    WEBHOOKS_PRIVATE_HOSTS,
  });
  const stop = async () => {
    await service.stop();
    await database.drop();
    // Next to the screenshots of failed scenarios: why the service answered as it did.
    mkdirSync("test-results", { recursive: true });
    writeFileSync("test-results/service.log", service.output());
  };
  await warmUp(service.origin).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return stop;
}
