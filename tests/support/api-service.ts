/**
 * The global set-up of the API suite: one database and one service for all its files. The Vitest project's name says which adapter:
 * `api-node` or `api-next`.
 */
import type { TestProject } from "vitest/node";
import { createTestDatabase } from "./database";
import { freePort } from "./free-port";
import { ADAPTERS, type Adapter, buildAdapter, startWithPages } from "./service";

declare module "vitest" {
  interface ProvidedContext {
    adapter: Adapter;
    databaseUrl: string;
    origin: string;
    /** The one private receiver that the service sends webhooks to, for the file about them. */
    receiverPort: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const adapter = ADAPTERS.find((name) => project.name === `api-${name}`);
  if (adapter === undefined) throw new Error(`The project ${project.name} names no adapter`);
  await buildAdapter(adapter);
  const database = await createTestDatabase();
  const receiverPort = await freePort();
  const environment = { WEBHOOKS_PRIVATE_HOSTS: `127.0.0.1:${receiverPort}` };
  const service = await startWithPages(adapter, database.url, environment).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  project.provide("adapter", adapter);
  project.provide("databaseUrl", database.url);
  project.provide("origin", service.origin);
  project.provide("receiverPort", receiverPort);
  return async () => {
    await service.stop();
    await database.drop();
  };
}
