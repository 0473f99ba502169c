/** Sends the writes that the reference shows as dry runs, to show the service's own responses. */
import { withDeadline } from "../../time/deadline";
import type { EndpointName } from "../endpoints/registry";
import type { Send, Sent } from "./example-reads";
import type { ExampleRequest } from "./snippets";

/**
 * The total time that the page waits for all of them. A record can be locked by another writer; a prepared example is then good
 * enough.
 */
const DRY_RUNS_MS = 1_000;

/**
 * Sends one after the other, so that at most one is still running when the page stops waiting. A write has no response if the
 * time ran out or if the service failed.
 */
export async function runDry(
  send: Send,
  writes: readonly [EndpointName, ExampleRequest][],
): Promise<Partial<Record<EndpointName, Sent>>> {
  const responses: Partial<Record<EndpointName, Sent>> = {};
  const end = performance.now() + DRY_RUNS_MS;
  for (const [name, { method, path, query, headers, body }] of writes) {
    const asked = {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value])),
      body: body === null ? null : JSON.stringify(body),
    };
    // `send` never fails, so a missing response means that the time is up.
    const sent = await withDeadline(send(method, path, asked), end - performance.now()).catch(() => undefined);
    if (sent === undefined) break;
    if (sent.status < 500) responses[name] = sent;
  }
  return responses;
}
