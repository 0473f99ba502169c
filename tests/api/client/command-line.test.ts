/** `public-records` as people meet it: a process of its own, what it prints and writes, and its exit code. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "@/packages/client/src/client";
import { freePort } from "../../support/free-port";
import { caughtUp } from "../../support/mirror";
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

const inFolder = (name: string) => path.join(folder.path, name);
const read = (name: string) => readFileSync(inFolder(name), "utf8");
const samples = client({ url: acme.origin, token: acme.token("ada") }).entity("samples");

type Outcome = { code: number | null; stdout: string; stderr: string };

function start(args: string[], token: string | undefined = acme.token("ada")) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH };
  if (token !== "") env.PUBLIC_RECORDS_TOKEN = token;
  return spawn(process.execPath, [program, ...args], { cwd: folder.path, env });
}

async function run(args: string[], token?: string): Promise<Outcome> {
  const child = start(args, token);
  const [stdout, stderr] = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(""));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout: (await stdout) ?? "", stderr: (await stderr) ?? "" };
}

const pull = (out: string, ...more: string[]) =>
  run(["pull", "--url", acme.origin, "--entity", "samples", "--out", out, ...more]);

/** As the list has them. */
async function wanted(): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const record of samples.all({ sort: ["id:asc"] })) records.push(record);
  return records;
}
const mirrored = (out: string) =>
  read(out)
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe("public-records types", () => {
  it("writes what the token can see and do, and notices when that is another", async () => {
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

  it("lets an upsert match by what the service matches by, and not by a label that is unique without case", async () => {
    const own = await openOrganization("matched");
    const [accounts, ...others] = own.file.entities;
    if (accounts === undefined) throw new Error("The file has an entity.");
    const fields = [...accounts.fields, { key: "number", label: "Number", type: "text" as const, unique: true }];
    await own.apply({ ...own.file, entities: [{ ...accounts, fields }, ...others] } as typeof own.file);
    const { stdout } = await run(["types", "--url", own.origin], own.token("ada"));
    expect(stdout.split("\n").filter((line) => line.startsWith("    unique: "))).toContain('    unique: "number";');
    expect(stdout).not.toContain('unique: "name"');
    const batch = (match: object, data: object) =>
      own.call("ada", {
        method: "POST",
        path: "/entities/accounts/records/batch",
        json: { operations: [{ op: "upsert", match, ifMatch: "*", data: { ...data, city: "Delft" } }] },
      });
    expect((await batch({ name: "Acme" }, {})).status).toBe(400);
    expect((await batch({ number: "5" }, { name: "Acme" })).status).toBe(200);
  });

  it("prints where no file is named", async () => {
    const { code, stdout } = await run(["types", "--url", `${acme.origin}/api/v1`], acme.token("rea"));
    expect(code).toBe(0);
    expect(stdout).toContain("export type DealCreate = never;");
  });
});

describe("public-records pull", () => {
  it("writes all records, then what changed, then nothing", async () => {
    const created = await samples.batch(
      Array.from({ length: 30 }, (_, index) => ({ op: "create", data: { name: `Sample ${index}` } })),
    );
    await caughtUp();
    expect(await pull("samples.ndjson")).toEqual({
      code: 0,
      stdout: "samples.ndjson: 30 records, written anew.\n",
      stderr: "",
    });
    expect(mirrored("samples.ndjson")).toEqual(await wanted());

    const [first, second] = await Promise.all(created.slice(0, 2).map(({ id }) => samples.get(id ?? "")));
    if (first === undefined || second === undefined) throw new Error("They were created.");
    await samples.delete(first);
    await samples.update(second, { text: "changed" });
    await samples.create({ name: "Sample 31", text: "separators of lines: \u2028 and \u2029" });
    await caughtUp();
    expect((await pull("samples.ndjson")).stdout).toBe("samples.ndjson: 30 records, 2 changed, 1 removed.\n");
    expect(mirrored("samples.ndjson")).toEqual(await wanted());
    await samples.delete(await samples.get(created[2]?.id ?? ""));
    await caughtUp();
    expect(await pull("samples.ndjson")).toMatchObject({ code: 0, stderr: "" });
    expect(mirrored("samples.ndjson")).toEqual(await wanted());

    const before = statSync(inFolder("samples.ndjson")).mtimeMs;
    const sameUrl = ["--url", `${acme.origin}/api/v1`];
    expect((await pull("samples.ndjson", ...sameUrl)).stdout).toBe(
      "samples.ndjson: 29 records, 0 changed, 0 removed.\n",
    );
    expect(statSync(inFolder("samples.ndjson")).mtimeMs).toBe(before);
  });

  it("writes anew what it cannot go on from: a file that is gone, cut off, or of other permissions", async () => {
    await pull("again.ndjson");
    rmSync(inFolder("again.ndjson"));
    expect((await pull("again.ndjson")).stdout).toContain("written anew");
    truncateSync(inFolder("again.ndjson"), 100);
    expect((await pull("again.ndjson")).stdout).toContain("written anew");
    expect(mirrored("again.ndjson")).toEqual(await wanted());
    const { stdout } = await run(
      ["pull", "--url", acme.origin, "--entity", "samples", "--out", "again.ndjson"],
      acme.token("rea"),
    );
    expect(stdout).toContain("written anew");
    expect(mirrored("again.ndjson")[0].data).not.toHaveProperty("hidden");
  });

  it("that is ended at any moment leaves a whole file, and loses nothing", async () => {
    await pull("ended.ndjson");
    for (let round = 0; round < 12; round += 1) {
      await samples.create({ name: `Ended ${round}` });
      if (round % 3 === 0) rmSync(inFolder("ended.ndjson.state.json"), { force: true });
      const child = start(["pull", "--url", acme.origin, "--entity", "samples", "--out", "ended.ndjson"]);
      const ended = new Promise((resolve) => child.on("close", resolve));
      setTimeout(() => child.kill("SIGKILL"), 60 + round * 20);
      await ended;
      expect(read("ended.ndjson").endsWith("}\n")).toBe(true);
    }
    await caughtUp();
    expect(await pull("ended.ndjson")).toMatchObject({ code: 0, stderr: "" });
    expect(mirrored("ended.ndjson")).toEqual(await wanted());
    expect(["lock", "new", "part"].filter((end) => existsSync(inFolder(`ended.ndjson.${end}`)))).toEqual([]);
  }, 60_000);

  it("is not run twice at once on one file", async () => {
    writeFileSync(inFolder("locked.ndjson.lock"), String(process.pid));
    const { code, stderr } = await pull("locked.ndjson");
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Another run is at work on this file, process ${process.pid}. If it is not, delete locked.ndjson.lock.\n`,
    );
  });

  it.each([
    ["of a process that has ended", "999999999"],
    ["that was not written to its end", ""],
  ])("takes over a lock %s", async (_, holder) => {
    writeFileSync(inFolder("left.ndjson.lock"), holder);
    expect(await pull("left.ndjson")).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(inFolder("left.ndjson.lock"))).toBe(false);
  });

  it("does not write over the copy of something else", async () => {
    await pull("mine.ndjson");
    const other = await run(["pull", "--url", acme.origin, "--entity", "deals", "--out", "mine.ndjson"]);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("mine.ndjson is a copy of samples from") });
    const foreign = await openOrganization("foreign");
    const stranger = await run(
      ["pull", "--url", acme.origin, "--entity", "samples", "--out", "mine.ndjson"],
      foreign.token("ada"),
    );
    expect(stranger).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("belongs to another organisation. Delete it"),
    });
    expect(mirrored("mine.ndjson")).toEqual(await wanted());
  });
});

describe("public-records says what to do", () => {
  it.each([
    ["with --help", ["--help"], /^public-records: types and copies/],
    ["with no word", [], /^public-records: types and copies/],
  ])("%s", async (_, args, said) => {
    const { code, stdout } = await run(args);
    expect([code, said.test(stdout)]).toEqual([0, true]);
  });

  it.each([
    ["to an unknown command", ["push"], "There is no command push. There are types and pull.\n"],
    ["to an unknown option", ["types", "--urn", "x"], /^Unknown option '--urn'/],
    ["without a URL", ["types"], "Say with --url where the service is.\n"],
    [
      "without a file to check",
      ["types", "--url", acme.origin, "--check"],
      "Say with --out which file is to be checked.\n",
    ],
    ["without an entity", ["pull", "--url", acme.origin, "--out", "x"], /^Say with --entity which records/],
    [
      "of an unknown entity",
      ["pull", "--url", acme.origin, "--out", "x", "--entity", "none"],
      /^The token can use no entity none\. It can read accounts, deals/,
    ],
    ["of a URL that is none", ["types", "--url", "records"], /^url is the address of the service/],
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

  it("where nothing listens", async () => {
    const { code, stderr } = await run(["types", "--url", `http://127.0.0.1:${await freePort()}`]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ECONNREFUSED\. Is the URL right, and the service running\?\n$/),
    ]);
  });
});
