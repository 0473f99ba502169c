/**
 * The global set-up of the API suite: one database and one service for all its files. The Vitest project says which door
 * by its name, `api-node` or `api-next`.
 */
import type { TestProject } from "vitest/node";
import { createTestDatabase } from "./database";
import { buildDoor, DOORS, type Door, startWithPages } from "./service";

declare module "vitest" {
  interface ProvidedContext {
    door: Door;
    databaseUrl: string;
    origin: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const door = DOORS.find((name) => project.name === `api-${name}`);
  if (door === undefined) throw new Error(`The project ${project.name} names no door`);
  await buildDoor(door);
  const database = await createTestDatabase();
  const service = await startWithPages(door, database.url).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  project.provide("door", door);
  project.provide("databaseUrl", database.url);
  project.provide("origin", service.origin);
  return async () => {
    await service.stop();
    await database.drop();
  };
}
