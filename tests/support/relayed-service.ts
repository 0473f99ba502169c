/** A service whose statements go through a relay, from the first test of a file or of a describe to the last. */
import { afterAll, beforeAll, inject } from "vitest";
import { type Relay, startRelay } from "./relay";
import { type Service, startService } from "./service";

export function openRelayedService(environment: Record<string, string> = {}): { relay: Relay; service: Service } {
  const opened = {} as { relay: Relay; service: Service };
  beforeAll(async () => {
    opened.relay = await startRelay(inject("databaseUrl"));
    opened.service = await startService(inject("adapter"), opened.relay.url, environment);
  });
  afterAll(async () => {
    await opened.service?.kill();
    await opened.relay?.stop();
  });
  return opened;
}
