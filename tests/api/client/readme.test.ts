/** The three integrations of client/README.md, run as they stand there with a bundle of the client. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { client } from "@/client/src/client";
import { openCountriesAndCities } from "../../support/countries-and-cities";
import { temporaryFolder } from "../../support/temporary-folder";

const acme = await openCountriesAndCities("readme");

const README = readFileSync("client/README.md", "utf8");
const records = client({ url: acme.origin, token: acme.token("ada") });
const [cities, countries] = [records.entity("cities"), records.entity("countries")];
const folder = temporaryFolder();
const env: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  PATH: process.env.PATH,
  BASE: acme.origin,
  TOKEN: acme.token("ada"),
};

afterAll(() => folder.remove());
beforeAll(async () => {
  const installed = path.join(folder.path, "node_modules/public-records");
  await build({
    entryPoints: ["client/src/client.ts"],
    bundle: true,
    format: "esm",
    outfile: path.join(installed, "dist/client.js"),
  });
  writeFileSync(path.join(installed, "package.json"), readFileSync("client/package.json"));
});

function scriptOf(name: string): string {
  const script = new RegExp(`\`\`\`js\\n// ${name}\\n([\\s\\S]*?)\`\`\``).exec(README)?.[1] ?? "";
  const place = path.join(folder.path, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, script);
  return place;
}

const run = (name: string) => promisify(execFile)(process.execPath, [scriptOf(name)], { cwd: folder.path, env });

describe("client/README.md", () => {
  it("has a mirror that is the list, also when it is started again", async () => {
    const [kept, doomed] = [await cities.create({ name: "Utrecht" }), await cities.create({ name: "Dorestad" })];
    const mirrored = (): { cursor: string | null; records: { [id: string]: unknown } } =>
      JSON.parse(readFileSync(path.join(folder.path, "cities.json"), "utf8"));
    const namesOf = async () => {
      const child = spawn(process.execPath, [scriptOf("mirror.mjs")], { cwd: folder.path, env, stdio: "inherit" });
      await expect.poll(() => isCurrent(mirrored), { timeout: 15_000, interval: 100 }).toBe(true);
      child.kill();
      return mirrored().records;
    };
    expect(await namesOf()).toEqual({ [kept.id]: kept, [doomed.id]: doomed });
    await cities.delete(doomed);
    const changed = await cities.update(kept, { population: 370_000 });
    expect(await namesOf()).toEqual({ [kept.id]: changed });

    async function isCurrent(read: typeof mirrored): Promise<boolean> {
      const listed: { [id: string]: unknown } = {};
      for await (const record of cities.all()) listed[record.id] = record;
      try {
        const { cursor, records: copied } = read();
        return cursor !== null && JSON.stringify(sorted(copied)) === JSON.stringify(sorted(listed));
      } catch {
        return false;
      }
    }
  });

  it("has an upsert that creates, then updates, and tells what is refused", async () => {
    const rows = [
      { code: "NL", name: "Netherlands" },
      { code: "DE", name: "Germany" },
    ];
    writeFileSync(path.join(folder.path, "countries.json"), JSON.stringify(rows));
    expect(await run("upsert.mjs")).toEqual({ stdout: "2 written\n", stderr: "" });
    writeFileSync(path.join(folder.path, "countries.json"), JSON.stringify([...rows, { code: "long", name: "No" }]));
    const again = await run("upsert.mjs");
    expect(again.stdout).toBe("2 written\n");
    expect(again.stderr).toBe("long match has a value that the field cannot have.\n");
    expect((await countries.list()).items).toHaveLength(2);
  });

  it("has a report by country, with names", async () => {
    const [country] = (await countries.list({ where: ["code", "eq", "NL"] })).items;
    for (const population of [3, 4]) await cities.create({ name: "Counted", population, country: country?.id });
    expect((await run("report.mjs")).stdout).toContain("Netherlands 2 7\n");
  });
});

function sorted(found: { [id: string]: unknown }): [string, unknown][] {
  return Object.entries(found).sort(([left], [right]) => (left < right ? -1 : 1));
}
