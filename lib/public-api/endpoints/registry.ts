/** The registry of all endpoints (spec: Endpoints; docs/contract.md). */
import { groupBy } from "../../group-by";
import { BATCH } from "./batch";
import { DESCRIBING } from "./describing";
import { DISCOVERY } from "./discovery";
import type { CallerRow, EntityRow } from "./endpoint";
import { FOLLOWING } from "./following";
import { READING } from "./reading";
import { WEBHOOKS } from "./webhooks";
import { WRITING } from "./writing";

const ROWS = { ...DISCOVERY, ...DESCRIBING, ...READING, ...FOLLOWING, ...WRITING, ...BATCH, ...WEBHOOKS };

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

export const ENDPOINTS_BY_PATH: ReadonlyMap<string, readonly Endpoint[]> = groupBy(ENDPOINTS, ({ path }) => path);
