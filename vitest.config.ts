import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const IS_LONG = process.env.LONG === "1";

/** The API suite over one adapter: one service and one database per project. */
const adapter = (name: string, exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name: `api-${name}`,
    include: ["tests/api/**/*.test.ts"],
    exclude,
    globalSetup: "tests/support/api-service.ts",
    // The first call of lib's own `env` reads it for all files that share the process.
    setupFiles: ["tests/support/own-process.ts", "tests/support/fast-check-seed.ts"],
    // Its files hold no state but what they open for themselves, so they share what they import.
    isolate: false,
  },
});

/**
 * What only `npm run test:long` runs, besides the greater numbers of `tests/support/long.ts`: rows of the API over the Next
 * adapter whose outcome the adapter cannot change. Over the Node adapter they run always.
 */
const OVER_NEXT_ONLY_LONG = [
  // Who knows the service by HTTP alone.
  "tests/api/client/*.test.ts",
  "tests/api/guides.test.ts",
  // What the room `records` decides, many times over.
  "tests/api/oracle/{batches,filters,limited-permissions,precedence,principals,sequences,token-documents}.test.ts",
  "tests/api/records.aggregate.test.ts",
  "tests/api/leaks/{hidden-entities,hidden-fields,hidden-records,timing}.test.ts",
  "tests/api/cross/{changes-act-at-once,concurrency,replays}.test.ts",
  // The pages are the same Next behind either adapter. What differs is in page-limits and page-security.
  "tests/api/pages/{actions-by-hand,identity-provider,one-time-links,organizations,second-factor,sign-in,tried-requests}.test.ts",
];

/**
 * What of `tests/resilience` goes side by side: it neither measures, nor stops the database server, nor looks at all of it, nor
 * requires that no request fails while processes are replaced or records rewritten.
 */
const SIDE_BY_SIDE = [
  "tests/resilience/races/{batches,changes-under-load,following,import-and-writers,mirror}.test.ts",
  "tests/resilience/races/one-{key,label,permission,tree,value,version,window}.test.ts",
  "tests/resilience/faults/{frozen-function,lost-responses,metrics,poolers,refusing-database}.test.ts",
  "tests/resilience/{restored,shipping}.test.ts",
];

/**
 * What of `tests/resilience` mostly waits, and neither measures nor replaces processes under requests: one file at a time, beside
 * the scenarios of the pages, which take the time in which it waits.
 */
const BESIDE_PAGES = [
  "tests/resilience/faults/{broken-connections,changing-configuration,database-restart}.test.ts",
  "tests/resilience/faults/{encrypted,leaving-clients,runtime-role}.test.ts",
  "tests/resilience/races/one-shape.test.ts",
];

const resilience = {
  globalSetup: "tests/support/resilience-services.ts",
  expect: { poll: { timeout: 10_000 } },
  testTimeout: IS_LONG ? 600_000 : 120_000,
};

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    pool: "forks",
    // Even two cores have work for two: each waits for services, databases and processes much of its time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: "tests/support/fast-check-seed.ts",
    // What a test waits for comes in a fraction of it; a machine that is busy takes its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/api/**", "tests/resilience/**"],
          globalSetup: "tests/support/database-server.ts",
          setupFiles: ["tests/support/own-modules.ts", "tests/support/fast-check-seed.ts"],
          isolate: false,
        },
      },
      adapter("node"),
      adapter("next", IS_LONG ? [] : OVER_NEXT_ONLY_LONG),
      { extends: true, test: { ...resilience, name: "side-by-side", include: SIDE_BY_SIDE, isolate: false } },
      {
        extends: true,
        test: {
          ...resilience,
          name: "beside-pages",
          include: BESIDE_PAGES,
          setupFiles: ["tests/support/own-modules.ts", "tests/support/fast-check-seed.ts"],
          isolate: false,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...resilience,
          name: "resilience",
          include: ["tests/resilience/**/*.test.ts"],
          exclude: [...SIDE_BY_SIDE, ...BESIDE_PAGES],
          // After everything else, one file at a time, with the machine for itself.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
    ],
  },
});
