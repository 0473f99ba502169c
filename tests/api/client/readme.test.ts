/** The examples of packages/client/README.md, run as they stand there with a bundle of the client. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { client } from "@/packages/client/src/client";
import { writeTypes } from "@/packages/client/src/command-line/types";
import { openDemo } from "../../support/demo";
import { installClient } from "../../support/installed-client";
import { blocksOf } from "../../support/pasted";
import { temporaryFolder } from "../../support/temporary-folder";
import { compile, typeErrorsIn } from "../../support/type-check";

const demo = await openDemo();

const README = readFileSync("packages/client/README.md", "utf8");
const records = client({ url: demo.origin, token: demo.token("editor") });
const [cities, countries] = [records.entity("cities"), records.entity("countries")];
const folder = temporaryFolder();
const env: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  PATH: process.env.PATH,
  BASE: `${demo.origin}/api/v1`,
  PUBLIC_RECORDS_TOKEN: demo.token("editor"),
};

afterAll(() => folder.remove());
beforeAll(() => installClient(folder.path));

function scriptOf(name: string): string {
  const script = new RegExp(`\`\`\`js\\n// ${name}\\n([\\s\\S]*?)\`\`\``).exec(README)?.[1] ?? "";
  const place = path.join(folder.path, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, script);
  return place;
}

const run = (name: string) => promisify(execFile)(process.execPath, [scriptOf(name)], { cwd: folder.path, env });

describe("packages/client/README.md", () => {
  it("has a mirror that equals the list, even after a restart", async () => {
    const [netherlands] = (await countries.list({ where: ["code", "eq", "NL"] })).items;
    const country = netherlands?.id;
    const [kept, doomed] = [
      await cities.create({ name: "Nieuw Utrecht", country }),
      await cities.create({ name: "Dorestad", country }),
    ];
    const mirrored = async () => {
      const child = spawn(process.execPath, [scriptOf("mirror.mjs")], { cwd: folder.path, env, stdio: "inherit" });
      const listed: { [id: string]: unknown } = {};
      for await (const record of cities.all()) listed[record.id] = record;
      await expect.poll(read, { timeout: 60_000, interval: 500 }).toEqual(listed);
      child.kill();
      return listed;
    };
    expect(await mirrored()).toMatchObject({ [kept.id]: kept, [doomed.id]: doomed });
    await cities.delete(doomed);
    const changed = await cities.update(kept, { population: 370_000 });
    const again = await mirrored();
    expect([again[kept.id], again[doomed.id]]).toEqual([changed, undefined]);

    function read(): unknown {
      try {
        return JSON.parse(readFileSync(path.join(folder.path, "cities.json"), "utf8")).records;
      } catch {
        return null;
      }
    }
  });

  it("has TypeScript that compiles with the types of the demo, runs, and leaves nothing behind", {
    timeout: 60_000,
  }, async () => {
    const blocks = blocksOf("packages/client/README.md", "ts");
    expect(blocks).toHaveLength(4);
    const connection = { url: demo.origin, token: demo.token("editor") };
    await writeTypes({ connection, out: path.join(folder.path, "records.d.ts"), isCheck: false });
    const shown = path.join(folder.path, "shown.ts");
    writeFileSync(shown, blocks.join("\n"));
    expect(typeErrorsIn(compile(shown))).toEqual([]);

    // An address for which no name has to be resolved.
    const receiver = `http://127.0.0.1:${inject("receiverPort")}/readme`;
    const { outputText } = ts.transpileModule(blocks.join("\n").replace("https://hooks.example.com/cities", receiver), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(path.join(folder.path, "shown.mjs"), outputText);
    const before = await utopias();
    const { stdout } = await promisify(execFile)(process.execPath, ["shown.mjs"], { cwd: folder.path, env });
    expect(stdout).toContain("Amsterdam Netherlands\n");
    expect(stdout).toMatch(/\nSomebody else was faster\.\nwhsec_\S+ \w+\n$/);
    expect([await utopias(), await records.webhooks.list()]).toEqual([before, []]);

    async function utopias(): Promise<unknown[]> {
      return (await cities.list({ where: ["name", "eq", "Utopia"] })).items;
    }
  });

  it("has an upsert that creates, then updates, and tells what is refused", async () => {
    const rows = [
      { code: "XH", name: "Hyperborea" },
      { code: "NL", name: "Netherlands" },
    ];
    writeFileSync(path.join(folder.path, "countries.json"), JSON.stringify(rows));
    expect(await run("upsert.mjs")).toEqual({ stdout: "2 written\n", stderr: "" });
    writeFileSync(path.join(folder.path, "countries.json"), JSON.stringify([...rows, { code: "long", name: "No" }]));
    const again = await run("upsert.mjs");
    expect(again.stdout).toBe("2 written\n");
    expect(again.stderr).toBe("long match: code must have at most 2 characters.\n");
    expect((await countries.list({ where: ["code", "in", ["XH", "NL"]] })).items).toHaveLength(2);
  });

  it("has a report by country, with names", async () => {
    const [country] = (await countries.list({ where: ["code", "eq", "XH"] })).items;
    for (const population of [3, 4]) await cities.create({ name: "Counted", population, country: country?.id });
    expect((await run("report.mjs")).stdout).toContain("Hyperborea 2 7\n");
  });
});
