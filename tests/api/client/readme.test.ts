/** The three integrations of packages/client/README.md, run as they stand there with a bundle of the client. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "@/packages/client/src/client";
import { openDemo } from "../../support/demo";
import { installClient } from "../../support/installed-client";
import { temporaryFolder } from "../../support/temporary-folder";

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
  it("has a mirror that is the list, also when it is started again", async () => {
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
