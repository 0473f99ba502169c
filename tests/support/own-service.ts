import { afterAll, beforeAll, inject } from "vitest";
import { type Service, startService } from "./service";

/** A service of the file or describe that calls this, from before its first row until after its last. */
export function openService(environment: Record<string, string> = {}): Service {
  const service = {} as Service;
  beforeAll(async () => {
    const started = await startService(inject("adapter"), inject("databaseUrl"), environment);
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(started));
  });
  afterAll(() => service.kill?.());
  return service;
}
