import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import * as rings from "./rings.mjs";

const IS_LONG = process.env.LONG === "1";

type Files = { include: string[]; exclude: string[] };

const API: Files = { include: ["tests/api/**/*.test.ts"], exclude: [] };

/** The API suite over one adapter: one service and one database per project. */
const adapter = (name: string, files: Files) => ({
  extends: true as const,
  test: {
    name: `api-${name}`,
    ...files,
    globalSetup: "tests/support/api-service.ts",
    // The first call of lib's own `env` reads it for all files that share the process.
    setupFiles: ["tests/support/own-process.ts", "tests/support/fast-check-seed.ts"],
    // Its files hold no state but what they open for themselves, so they share what they import.
    isolate: false,
  },
});

const resilience = {
  globalSetup: "tests/support/resilience-services.ts",
  expect: { poll: { timeout: 10_000 } },
  testTimeout: IS_LONG ? 600_000 : 120_000,
};

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("..", import.meta.url)) } },
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
          ...rings.allBut(rings.LEFT_UNITS, {
            include: ["tests/{unit,contract,conformance}/**/*.test.ts"],
            exclude: [],
          }),
          globalSetup: "tests/support/database-server.ts",
          setupFiles: ["tests/support/own-modules.ts", "tests/support/fast-check-seed.ts"],
          isolate: false,
        },
      },
      adapter("node", rings.allBut(rings.LEFT_API, API)),
      adapter("next", rings.some(rings.ADAPTER_CONTRACT, { ...API, exclude: rings.notOverNext(IS_LONG) })),
      {
        extends: true,
        test: {
          ...resilience,
          name: "side-by-side",
          ...rings.some(rings.QUICK_RACES, { include: rings.SIDE_BY_SIDE, exclude: [] }),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...resilience,
          name: "beside-pages",
          include: rings.BESIDE_PAGES,
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
          ...rings.some(rings.QUICK_FAULTS, {
            include: ["tests/resilience/**/*.test.ts"],
            exclude: [...rings.SIDE_BY_SIDE, ...rings.BESIDE_PAGES],
          }),
          // After everything else, one file at a time, with the machine for itself.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
    ],
  },
});
