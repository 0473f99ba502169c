import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The API suite runs whole over each door: one service and one database per project. */
const door = (name: string) => ({
  extends: true as const,
  test: {
    name: `api-${name}`,
    include: ["tests/api/**/*.test.ts"],
    globalSetup: "tests/support/api-service.ts",
    // Its files hold no state but what they open for themselves, so they share what they import.
    isolate: false,
  },
});

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    pool: "forks",
    // Even two cores have work for two: each waits for services, databases and processes much of its time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: "tests/support/fast-check-seed.ts",
    testTimeout: 20_000,
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
      door("node"),
      door("next"),
      {
        extends: true,
        test: {
          name: "resilience",
          include: ["tests/resilience/**/*.test.ts"],
          globalSetup: "tests/support/resilience-services.ts",
          // It measures: after everything else, and one file at a time.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
          testTimeout: process.env.LONG === "1" ? 600_000 : 60_000,
        },
      },
    ],
  },
});
