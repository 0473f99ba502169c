/** `database check`: nothing is missing from a PostgreSQL, what is missing is named, and nothing is left behind. */
import { describe, expect, it, vi } from "vitest";
import { findFeatures } from "@/server/cli/commands/database-check";
import { openCommandLine } from "../../support/command-line";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();
vi.setConfig({ testTimeout: 60_000 });
const admin = openCommandLine();

const url = () => String(process.env.DATABASE_URL);
const tables = () => query<{ n: string }>("SELECT count(*) AS n FROM pg_class WHERE relpersistence = 't'");

describe("database check", () => {
  it("finds everything in a PostgreSQL, and leaves nothing behind", async () => {
    const findings = await findFeatures(url());
    expect(findings.filter(({ isThere }) => !isThere)).toEqual([]);
    expect(findings.length).toBeGreaterThan(8);
    expect(await tables()).toEqual([{ n: "0" }]);
  });

  it("names what an engine lacks, and continues with the rest", async () => {
    const lacking = (name: string, statement: string) => ({ name, without: "it fails", statements: [statement] });
    const features = [
      lacking("refused", "SELECT no_such_function()"),
      lacking("too little", "SELECT false"),
      lacking("there", "SELECT true"),
    ];
    expect(await findFeatures(url(), features)).toEqual([
      { feature: "refused", isThere: false, without: "it fails", error: "function no_such_function() does not exist" },
      { feature: "too little", isThere: false, without: "it fails" },
      { feature: "there", isThere: true },
    ]);
  });

  it("takes the database of the environment, where others on the machine cannot read its password", async () => {
    const { code, stdout } = await admin(["database", "check"]);
    expect([code, stdout.split("\n")[0]]).toEqual([0, "there     version 15 or newer"]);
    const env = { DATABASE_URL: "" };
    const { stderr } = await admin(["database", "check"], { env });
    expect(stderr).toBe("Name a database: postgres://…, or DATABASE_URL in the environment.\n");
  });

  it("says why if nothing can be reached", async () => {
    const { code, stderr } = await admin(["database", "check", "postgres://nobody@127.0.0.1:1/none"]);
    expect([code, stderr]).toEqual([1, "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n"]);
  });
});
