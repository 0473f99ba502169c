/** The conformance kit finds this service in conformance, as anyone would run it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { openOrganization, recordsPath } from "../support/organization";

const run = promisify(execFile);
const MINUTES = 60_000;

const acme = await openOrganization("conforming");
for (const name of ["first", "second", "third"]) await acme.create("ada", "samples", { name });
await acme.create("ada", "accounts", { name: "an account" });

type Report = {
  passed: number;
  failed: number;
  skipped: number;
  clauses: { says: string; result: string; reason: string }[];
};

async function conformance(token: string, ...more: string[]): Promise<Report> {
  const args = ["--import", "tsx", "tests/conformance/main.ts", "--url", `${acme.origin}/api/v1`, "--json", ...more];
  const env = { ...process.env, CONFORMANCE_TOKEN: token };
  // The exit code says the same as the report, whose reasons are more use.
  const { stdout } = await run(process.execPath, args, { env }).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Report;
}

const others = ({ clauses }: Report) => clauses.filter(({ result }) => result !== "passed");

it(
  "for a caller who may do everything, with writes, which leave nothing behind",
  async () => {
    const before = (await acme.page("ada", `${recordsPath("samples")}?limit=500`)).items;
    const report = await conformance(acme.token("ada"), "--write", "--entity", "samples");
    expect(others(report)).toEqual([]);
    expect(report.passed).toBeGreaterThanOrEqual(55);
    expect((await acme.call("ada", { path: "/webhooks" })).json).toEqual({ data: { items: [] } });
    expect((await acme.page("ada", `${recordsPath("samples")}?limit=500`)).items).toEqual(before);
  },
  2 * MINUTES,
);

it(
  "for a reader, who skips what a reader cannot see",
  async () => {
    const report = await conformance(acme.token("rea"));
    expect(others(report).map(({ says, result }) => [result, says])).toEqual([
      ["skipped", "A record that is not there is 404 before its If-Match or body is looked at."],
      ["skipped", "A record that is not there is 404 before its If-Match is looked at."],
    ]);
  },
  2 * MINUTES,
);

it(
  "for a caller who may do nothing, without failing",
  async () => {
    expect((await conformance(acme.token("nil"))).failed).toBe(0);
  },
  2 * MINUTES,
);
