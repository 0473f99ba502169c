/**
 * Reads the results of the two test runners, as `{ passed, skipped, failures }`. Each failure has its place, title and reason.
 */
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How much of a message the summary shows. The runner has printed all of it above. */
const LINES_OF_A_MESSAGE = 6;

/**
 * @typedef {{ passed: number, skipped: number, failures: string[] }} Results
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ status: string, results: { error?: { message: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} Spec
 * @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Reads Vitest's JSON report; null if it wrote none. A file that could not be loaded is a failure, too.
 * @param {{ testResults: VitestFile[] } | null} report
 */
export function ofVitest(report) {
  const results = noResults();
  for (const file of report?.testResults ?? []) {
    const failuresBefore = results.failures.length;
    const place = path.relative("", file.name);
    for (const test of file.assertionResults) {
      if (test.status === "passed") results.passed++;
      else if (test.status === "failed") results.failures.push(failure(place, test.fullName, test.failureMessages[0]));
      else results.skipped++;
    }
    if (file.status === "failed" && results.failures.length === failuresBefore) {
      results.failures.push(failure(place, "the file as a whole", file.message));
    }
  }
  return results;
}

/**
 * Reads Playwright's JSON report. A scenario that passes only on a retry proves nothing, so it is a failure.
 * @param {{ suites?: Suite[], errors?: { message: string }[] } | null} report
 */
export function ofPlaywright(report) {
  const results = noResults();
  for (const { place, title, test } of scenariosIn(report?.suites ?? [])) {
    if (test.status === "expected") results.passed++;
    else if (test.status === "skipped") results.skipped++;
    else results.failures.push(failure(place, title, test.results.find(({ error }) => error)?.error?.message));
  }
  for (const error of report?.errors ?? []) {
    results.failures.push(failure("playwright", "outside of every scenario", error.message));
  }
  return results;
}

/** @returns {Results} */
function noResults() {
  return { passed: 0, skipped: 0, failures: [] };
}

/**
 * @param {Suite[]} suites
 * @param {string[]} titles
 * @returns {{ place: string, title: string, test: PlaywrightTest }[]}
 */
function scenariosIn(suites, titles = []) {
  return suites.flatMap((suite) => {
    // The outermost suites are files. Their title is omitted, because `place` already has it.
    const within = suite.title === suite.file ? titles : [...titles, suite.title];
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({ place: `tests/e2e/${spec.file}`, title: [...within, spec.title].join(" › "), test })),
    );
    return [...own, ...scenariosIn(suite.suites ?? [], within)];
  });
}

/**
 * @param {string} place
 * @param {string} title
 * @param {string | undefined} message
 */
function failure(place, title, message) {
  // Vitest puts this in place of the stack of a test that exceeded its time limit.
  const why = (message ?? "").replace("STACK_TRACE_ERROR", "the test took longer than its limit");
  const lines = stripVTControlCharacters(why).split("\n").slice(0, LINES_OF_A_MESSAGE);
  return [`${place} › ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
}
