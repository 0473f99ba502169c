/**
 * The two rings of the tests (docs/decisions/0028-the-usual-run.md): `npm test` runs the first, `npm run test:long` the rest. What
 * a command of Vitest or Playwright runs by itself is not divided. This file has data alone: vitest.config.ts applies it.
 */

export const RING = process.env.TEST_RING;

/** Without a build. These start programs one after the other, hash passwords, wait, or fill a database for figures of pages. */
export const LEFT_UNITS = [
  "tests/contract/limiter.test.ts",
  "tests/unit/call-log/{overview,usage,write}.test.ts",
  "tests/conformance/broken-server.test.ts",
  "tests/unit/cli/{admin,records-import}.test.ts",
  "tests/unit/client/declarations.test.ts",
  "tests/unit/configuration/{new-form,renames}.test.ts",
  "tests/unit/demo/sources.test.ts",
  "tests/unit/migrations.test.ts",
  "tests/unit/notices/list.test.ts",
  "tests/unit/postgres/{impatient-transaction,long-transaction}.test.ts",
  "tests/unit/server/{database,worker-pool}.test.ts",
  "tests/unit/server/embedded/{postgres,socket}.test.ts",
  "tests/unit/session/password.test.ts",
];

/** Over the Node adapter: generated worlds, corpora and fuzz, time itself, the client and the documents as a package. */
export const LEFT_API = [
  "tests/api/{openapi-tools,conformance-faults}.test.ts",
  "tests/api/client/{command-line,package,races,readme}.test.ts",
  "tests/api/documents/*.test.ts",
  "tests/api/hostile/*.test.ts",
  "tests/api/leaks/{secrets-at-rest,timing}.test.ts",
  "tests/api/mcp/conformance.test.ts",
  "tests/api/oracle/*.test.ts",
  "tests/api/pages/{actions-by-hand,identity-provider,one-time-links,organizations,page-limits,second-factor,sign-in,tried-requests}.test.ts",
  "tests/api/cross/{faults,fields-added-later,rate-limits}.test.ts",
];

/** What an adapter decides: targets, methods, headers, bodies, streams, HEAD, QUERY, compression, aborts. Always over both. */
export const ADAPTER_CONTRACT = [
  "tests/api/{records.safe-query,changes.stream}.test.ts",
  "tests/api/cross/{compression,conditional-requests,expect-continue,large-pages,malformed-requests}.test.ts",
  "tests/api/cross/{mcp-requests,methods-and-paths,other-spellings,request-ids}.test.ts",
];

/** What Next does by itself (contract § 11), so that only the Node adapter can be asked. */
const NODE_ALONE = ["tests/api/cross/{compression,expect-continue,malformed-requests}.test.ts"];

/** Rows whose outcome the adapter cannot change: over the Next adapter with `LONG=1` alone. */
const OVER_NODE = [
  // Who knows the service by HTTP alone.
  "tests/api/client/*.test.ts",
  "tests/api/documents/*.test.ts",
  // What the room `records` decides, many times over.
  "tests/api/oracle/{batches,filters,limited-permissions,principals,search,sequences,token-documents}.test.ts",
  "tests/api/records.aggregate.test.ts",
  "tests/api/mcp/*.test.ts",
  "tests/api/leaks/{hidden-entities,hidden-fields,hidden-records,timing}.test.ts",
  "tests/api/cross/{changes-act-at-once,precedence,replays}.test.ts",
  // The pages are the same Next behind either adapter. What differs is in page-limits and page-security.
  "tests/api/pages/{actions-by-hand,identity-provider,one-time-links,organizations,second-factor,sign-in,tried-requests}.test.ts",
];

/** @param {boolean} isLong */
export const notOverNext = (isLong) => (isLong ? NODE_ALONE : [...NODE_ALONE, ...OVER_NODE]);

/**
 * What of `tests/resilience` goes side by side: it neither measures, nor stops the database server, nor looks at all of it, nor
 * requires that no request fails while processes are replaced or records rewritten.
 */
export const SIDE_BY_SIDE = [
  "tests/resilience/races/{batches,changes-under-load,following,import-and-writers,mirror,streamed-mirrors}.test.ts",
  "tests/resilience/races/one-{key,permission,tree,value,version,window}.test.ts",
  "tests/resilience/faults/{frozen-function,lost-responses,metrics,poolers,refusing-database}.test.ts",
  "tests/resilience/{restored,shipping}.test.ts",
];

/**
 * What of `tests/resilience` mostly waits, and neither measures nor replaces processes under requests: one file at a time, beside
 * the scenarios of the pages, which take the time in which it waits.
 */
export const BESIDE_PAGES = [
  "tests/resilience/faults/{broken-connections,changing-configuration,database-restart}.test.ts",
  "tests/resilience/faults/{encrypted,ended-webhooks,runtime-role}.test.ts",
  "tests/resilience/races/one-shape.test.ts",
];

/** Of those side by side, what breaks first. */
export const QUICK_RACES = [
  "tests/resilience/races/one-{key,permission,version}.test.ts",
  "tests/resilience/faults/refusing-database.test.ts",
];

/** Of those that have the machine for themselves. What stopping must not lose has its quick row in `tests/api/cross/shutdown.test.ts`. */
export const QUICK_FAULTS = ["tests/resilience/faults/{redis,signal-in-start}.test.ts"];

/** @typedef {{ include: string[], exclude: string[] }} Files */

/**
 * Of a project that `npm test` runs but for some files.
 * @param {string[]} left
 * @param {Files} all
 * @returns {Files}
 */
export function allBut(left, all) {
  if (RING === "quick") return { ...all, exclude: [...all.exclude, ...left] };
  return RING === "long" ? { ...all, include: left } : all;
}

/**
 * Of a project of which `npm test` runs some files alone.
 * @param {string[]} quick
 * @param {Files} all
 * @returns {Files}
 */
export function some(quick, all) {
  if (RING === "quick") return { ...all, include: quick };
  return RING === "long" ? { ...all, exclude: [...all.exclude, ...quick] } : all;
}
