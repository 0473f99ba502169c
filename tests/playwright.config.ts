import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "../scripts/test/browser.mjs";
import { RING } from "./rings.mjs";

/** Where results go that a program reads: scripts/test/main.mjs counts them. */
const resultsFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** One scenario for each flow of the pages, and each page once: what `npm test` runs. */
const FIRST = /@flow|looks as it did/;

export default defineConfig({
  ...(RING === "quick" && { grep: FIRST }),
  ...(RING === "long" && { grepInvert: FIRST }),
  testDir: "e2e",
  globalSetup: "./e2e/support/global-set-up.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // A machine with too much to do takes its time; what is slow of itself is measured where it matters.
  expect: { timeout: 10_000 },
  outputDir: "../test-results",
  forbidOnly: resultsFile !== undefined,
  reporter: resultsFile === undefined ? [["list"]] : [["list"], ["json"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
    contextOptions: { reducedMotion: "reduce" },
    // Recording costs a third of the time; a failed run is repeated with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: browser(), args: ["--disable-background-networking", "--no-first-run"] },
  },
  projects: [
    { name: "pages", testMatch: "**/*.spec.ts" },
    {
      // What every page looks like, beside pictures that are kept (CONTRIBUTING.md).
      name: "pictures",
      testMatch: "**/*.pictures.ts",
      snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
      expect: { toHaveScreenshot: { maxDiffPixelRatio: 0.005 } },
    },
  ],
});

/** Looked for once: workers read this file again, and inherit the environment. */
function browser(): string {
  const { path, reason } = findBrowser();
  if (path === null) throw new Error(`The tests of the pages need a browser: ${reason}.`);
  process.env.CHROMIUM_PATH = path;
  return path;
}
