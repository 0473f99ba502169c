/** Compiles each version of a configuration once per process. A version never changes, so the cache needs no invalidation. */
import { LRUCache } from "lru-cache";
import type { Configuration } from "../model";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { findConfiguration, findCurrentVersion, listBusyVersions } from "../store/configuration";
import { compileConfiguration } from "./compile";
import type { StoredDocument } from "./schema";

/** A configuration takes some hundred kilobytes at most; unused ones are evicted. */
const MAX_CACHED = 500;

const configurations = runtime.part("configurations", () => {
  const cache = new LRUCache<string, Promise<Configuration>>({ max: MAX_CACHED });
  const help = "The newest version of an organization's configuration that this process has served.";
  metrics()?.gauge("records_configuration_version", help, ["organization"], (gauge) => {
    for (const [organization, version] of newestOf(cache.keys())) gauge.set({ organization }, version);
  });
  return cache;
});

/** Throws if there is no such version, which is a fault: callers read the number from the organization. */
export function loadConfiguration(organizationId: string, version: number): Promise<Configuration> {
  const key = `${organizationId}:${version}`;
  const cached = configurations().get(key);
  if (cached !== undefined) return cached;
  // The promise is cached, so that concurrent requests compile once. A failure is not cached.
  const loading = compileStored(organizationId, version);
  configurations().set(key, loading);
  loading.catch(() => configurations().delete(key));
  return loading;
}

/** The configurations of this many recently used tokens are compiled before a process serves. */
const PREPARED_TOKENS = 100;

/** Compiles what the first requests will need. A configuration that cannot be compiled fails its own requests, and no others. */
export async function prepareConfigurations(): Promise<void> {
  const versions = await listBusyVersions(PREPARED_TOKENS);
  await Promise.allSettled(versions.map(({ organizationId, version }) => loadConfiguration(organizationId, version)));
}

/** The configuration in force. API requests get its version with their token instead. */
export async function loadCurrentConfiguration(organizationId: string): Promise<Configuration> {
  const version = await findCurrentVersion(organizationId);
  if (version === null) throw new Error(`There is no organization ${organizationId}.`);
  return loadConfiguration(organizationId, version);
}

async function compileStored(organizationId: string, version: number): Promise<Configuration> {
  const row = await findConfiguration(organizationId, version);
  if (row === null) throw new Error(`Organization ${organizationId} has no configuration of version ${version}.`);
  // Safe, because every stored document has passed `parseDocument`.
  return compileConfiguration({ ...row, document: row.document as unknown as StoredDocument });
}

function newestOf(keys: Iterable<string>): Map<string, number> {
  const newest = new Map<string, number>();
  for (const key of keys) {
    const [organizationId = "", version] = key.split(":");
    newest.set(organizationId, Math.max(newest.get(organizationId) ?? 0, Number(version)));
  }
  return newest;
}
