/** What the two test runners wrote of a run, as `{ passed, skipped, failures }`; a failure says where, which and why. */
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Of a message, what is read at a glance; the whole stands above, where the runner printed it. */
const LINES_OF_A_MESSAGE = 6;

/** Of Vitest's JSON report. A file that could not be loaded is a failure as well. */
export function ofVitest(report) {
  const results = { passed: 0, skipped: 0, failures: [] };
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

/** Of Playwright's JSON report. A scenario that passes only when it is repeated holds nothing, so it is a failure. */
export function ofPlaywright(report) {
  const results = { passed: 0, skipped: 0, failures: [] };
  for (const { place, title, test } of scenariosIn(report?.suites ?? [])) {
    if (test.status === "expected") results.passed++;
    else if (test.status === "skipped") results.skipped++;
    else results.failures.push(failure(place, title, test.results.find(({ error }) => error)?.error.message));
  }
  for (const error of report?.errors ?? []) {
    results.failures.push(failure("playwright", "outside of every scenario", error.message));
  }
  return results;
}

function scenariosIn(suites, titles = []) {
  return suites.flatMap((suite) => {
    // The outermost suites are files, whose title every scenario of theirs repeats.
    const within = suite.title === suite.file ? titles : [...titles, suite.title];
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({ place: `tests/e2e/${spec.file}`, title: [...within, spec.title].join(" › "), test })),
    );
    return [...own, ...scenariosIn(suite.suites ?? [], within)];
  });
}

function failure(place, title, message) {
  const lines = stripVTControlCharacters(message ?? "")
    .split("\n")
    .slice(0, LINES_OF_A_MESSAGE);
  return [`${place} › ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
}
