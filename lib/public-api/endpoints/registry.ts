/** The registry of all endpoints (spec: Endpoints; docs/contract.md). */
import { ROWS } from "./describing";
import type { CallerRow, EntityRow } from "./endpoint";

export type EndpointName = keyof typeof ROWS;
export type CallerEndpoint = CallerRow & { name: EndpointName };
export type EntityEndpoint = EntityRow & { name: EndpointName };
export type Endpoint = CallerEndpoint | EntityEndpoint;

export const ENDPOINTS: readonly Endpoint[] = Object.entries(ROWS as Record<EndpointName, CallerRow | EntityRow>).map(
  ([name, row]) => ({ ...row, name: name as EndpointName }),
);

/** Takes the name from the call log; undefined if the endpoint no longer exists. */
export function findEndpoint(name: string): Endpoint | undefined {
  return ENDPOINTS.find((endpoint) => endpoint.name === name);
}
