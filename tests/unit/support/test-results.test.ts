/** What `npm test` says last: of each failure where it is and why, from what the two runners wrote. */
import path from "node:path";
import { expect, it } from "vitest";
import { ofPlaywright, ofVitest } from "../../../scripts/test/results.mjs";

type VitestTest = { status: string; fullName: string; failureMessages: string[] };

const vitestFile = (name: string, status: string, message: string, assertionResults: VitestTest[]) => ({
  name: path.resolve(name),
  status,
  message,
  assertionResults,
});

it("counts Vitest's tests, and names those that failed", () => {
  const report = {
    testResults: [
      vitestFile("tests/unit/a.test.ts", "failed", "", [
        { status: "passed", fullName: "group passes", failureMessages: [] },
        { status: "pending", fullName: "group is skipped", failureMessages: [] },
        { status: "todo", fullName: "group is to come", failureMessages: [] },
        { status: "failed", fullName: "group fails", failureMessages: ["Error: 1 is not 2\n    at a.test.ts:3"] },
      ]),
    ],
  };
  expect(ofVitest(report)).toEqual({
    passed: 1,
    skipped: 2,
    failures: ["tests/unit/a.test.ts › group fails\n    Error: 1 is not 2\n        at a.test.ts:3"],
  });
});

it("takes a file that fails around its tests as one failure", () => {
  const report = {
    testResults: [
      vitestFile("tests/unit/b.test.ts", "failed", "Cannot find module './c'", []),
      vitestFile("tests/unit/d.test.ts", "failed", "in the hook", [
        { status: "passed", fullName: "passes", failureMessages: [] },
      ]),
    ],
  };
  expect(ofVitest(report)).toEqual({
    passed: 1,
    skipped: 0,
    failures: [
      "tests/unit/b.test.ts › the file as a whole\n    Cannot find module './c'",
      "tests/unit/d.test.ts › the file as a whole\n    in the hook",
    ],
  });
});

it("counts Playwright's scenarios, and takes one that passes only when repeated as a failure", () => {
  const spec = (title: string, status: string, ...messages: (string | undefined)[]) => ({
    title,
    file: "a.spec.ts",
    tests: [{ status, results: messages.map((message) => (message === undefined ? {} : { error: { message } })) }],
  });
  const report = {
    errors: [{ message: "the service did not start" }],
    suites: [
      {
        title: "a.spec.ts",
        file: "a.spec.ts",
        specs: [spec("passes", "expected", undefined), spec("is skipped", "skipped")],
        suites: [
          {
            title: "a group",
            file: "a.spec.ts",
            specs: [
              spec("fails", "unexpected", "\u001b[31mnot there\u001b[39m"),
              spec("wavers", "flaky", "too late", undefined),
            ],
          },
        ],
      },
    ],
  };
  expect(ofPlaywright(report)).toEqual({
    passed: 1,
    skipped: 1,
    failures: [
      "tests/e2e/a.spec.ts › a group › fails\n    not there",
      "tests/e2e/a.spec.ts › a group › wavers\n    too late",
      "playwright › outside of every scenario\n    the service did not start",
    ],
  });
});

it("finds nothing where a runner wrote nothing", () => {
  expect(ofVitest(null)).toEqual({ passed: 0, skipped: 0, failures: [] });
  expect(ofPlaywright(null)).toEqual({ passed: 0, skipped: 0, failures: [] });
});
