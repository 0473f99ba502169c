/** `public-records` as people meet it: a process of its own, what it prints and writes, and its exit code. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Outcome, outcomeOf } from "../../support/command-line";
import { freePort } from "../../support/free-port";
import { openOrganization } from "../../support/organization";
import { temporaryFolder } from "../../support/temporary-folder";

const acme = await openOrganization("command");
const folder = temporaryFolder();
const program = path.join(folder.path, "public-records.mjs");
afterAll(() => folder.remove());
beforeAll(async () => {
  const main = "packages/client/src/command-line/main.ts";
  await build({ entryPoints: [main], outfile: program, platform: "node", format: "esm", bundle: true });
});

const read = (name: string) => readFileSync(path.join(folder.path, name), "utf8");

function run(args: string[], token: string | undefined = acme.token("ada")): Promise<Outcome> {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH };
  if (token !== "") env.PUBLIC_RECORDS_TOKEN = token;
  return outcomeOf(spawn(process.execPath, [program, ...args], { cwd: folder.path, env }));
}

describe("public-records types", () => {
  it("writes what the token can see and do, and notices when that changes", async () => {
    const types = ["types", "--url", acme.origin, "--out", "records.d.ts"];
    expect(await run([...types, "--check"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no such file"),
    });
    expect(await run(types)).toEqual({ code: 0, stdout: "records.d.ts: written.\n", stderr: "" });
    expect(read("records.d.ts")).toContain(`export type DealCondition =\n  | readonly ["id"`);
    expect(read("records.d.ts")).toContain(`  stage?: "lead" | "won" | "lost" | "archived" | null;`);
    expect(await run([...types, "--check"])).toEqual({ code: 0, stdout: "records.d.ts: up to date.\n", stderr: "" });
    const reader = await run([...types, "--check"], acme.token("rea"));
    expect(reader).toMatchObject({ code: 1, stdout: "" });
    expect(reader.stderr).toMatch(
      /^records\.d\.ts is not up to date: line \d+ should be `.*`\. Run public-records types/,
    );
  });

  it("lets an upsert match by what the service matches by: unique fields, and a label that is unique without case", async () => {
    const own = await openOrganization("matched");
    const [accounts, ...others] = own.file.entities;
    if (accounts === undefined) throw new Error("The file has an entity.");
    const fields = [...accounts.fields, { key: "number", label: "Number", type: "text" as const, unique: true }];
    await own.apply({ ...own.file, entities: [{ ...accounts, fields }, ...others] } as typeof own.file);
    const { stdout } = await run(["types", "--url", own.origin], own.token("ada"));
    expect(stdout.split("\n").filter((line) => line.startsWith("    unique: "))).toContain(
      '    unique: "name" | "number";',
    );
    const batch = (match: object, data: object) =>
      own.post("ada", "/entities/accounts/records/batch", {
        operations: [{ op: "upsert", match, ifMatch: "*", data: { ...data, city: "Delft" } }],
      });
    expect((await batch({ number: "5" }, { name: "Acme" })).status).toBe(200);
    expect((await batch({ name: "ACME" }, {})).status).toBe(200);
  });
});

describe("public-records says what to do", () => {
  it.each([
    ["with --help", ["--help"], /^public-records: TypeScript types/],
    ["with no word", [], /^public-records: TypeScript types/],
  ])("%s", async (_, args, said) => {
    const { code, stdout } = await run(args);
    expect([code, said.test(stdout)]).toEqual([0, true]);
  });

  it.each([
    ["to an unknown command", ["push"], "Unknown command push. The only command is types.\n"],
    ["without a URL", ["types"], "Say with --url where the service is.\n"],
    ["without a file to check", ["types", "--url", acme.origin, "--check"], "Name the file to check with --out.\n"],
    ["of a folder that is not there", ["types", "--url", acme.origin, "--out", "none/x"], /ENOENT.*none\/x/],
    ["of another server's URL", ["types", "--url", `${acme.origin}/elsewhere`], /404.*Is the URL right\?/],
  ])("%s", async (_, args, said) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(said);
  });

  it("of tokens", async () => {
    const types = ["types", "--url", acme.origin];
    expect((await run(types, "")).stderr).toMatch(/^Set PUBLIC_RECORDS_TOKEN to a token\./);
    const refused = await run(types, acme.token("ina"));
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The token was refused: .* Set PUBLIC_RECORDS_TOKEN/),
    });
  });

  it("when nothing is listening", async () => {
    const { code, stderr } = await run(["types", "--url", `http://127.0.0.1:${await freePort()}`]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ECONNREFUSED\. Is the URL right, and the service running\?\n$/),
    ]);
  });
});
