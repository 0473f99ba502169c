/** The guides of docs/guides do what they say: their commands and scripts are run as they stand there. */
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { openCountriesAndCities } from "../support/countries-and-cities";
import { send } from "../support/http";
import { dataOf, type Page, type RecordView, recordsPath } from "../support/organization";

const acme = await openCountriesAndCities("guides");

const folder = mkdtempSync(path.join(tmpdir(), "guides-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  PATH: process.env.PATH,
  BASE: `${acme.origin}/api/v1`,
  TOKEN: acme.token("ada"),
};

const textOf = (guide: string) => readFileSync(`docs/guides/${guide}.md`, "utf8");
const blockOf = (guide: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(textOf(guide))?.[1] ?? "";

async function runScript(guide: string, variables: Record<string, string> = {}): Promise<string> {
  const script = path.join(folder, `${guide}.mjs`);
  // Once: another one may be reading it.
  if (!existsSync(script)) writeFileSync(script, blockOf(guide, "js"));
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    cwd: folder,
    env: { ...env, ...variables },
  });
  return stdout.trim();
}

async function runCommands(guide: string): Promise<string> {
  const { stdout } = await promisify(execFile)("bash", ["-euc", blockOf(guide, "sh")], { cwd: folder, env });
  return stdout;
}

const countries = async () => {
  const answer = await send(acme.origin, {
    path: `${recordsPath("countries")}?limit=500&sort=code:asc`,
    token: env.TOKEN,
  });
  return dataOf<Page>(answer).items;
};

describe("docs/guides/mirror.md", () => {
  it("has three commands that are the three steps", async () => {
    await acme.create("ada", "cities", { name: "Utrecht" });
    const output = await runCommands("mirror");
    expect(output).toContain('"Utrecht"');
    expect(output).toContain('"items":[],"nextCursor"');
  });

  it("keeps a file that is the list, with what was deleted gone, also when it is started again", async () => {
    const doomed = await acme.create("ada", "cities", { name: "Dorestad" });
    writeFileSync(path.join(folder, "mirror.mjs"), blockOf("mirror", "js"));
    const mirrored = () => JSON.parse(readFileSync(path.join(folder, "cities.json"), "utf8"));
    const first = spawn(process.execPath, ["mirror.mjs"], { cwd: folder, env, stdio: "inherit" });
    // Each ends a wait: whether the script had begun already is not to be seen from here.
    const tell = async () => {
      await acme.create("ada", "cities", { name: "Deventer" });
      return names(safely(mirrored));
    };
    await expect.poll(tell, { timeout: 30_000, interval: 500 }).toContain("Deventer");
    first.kill();
    await acme.call("ada", { method: "DELETE", path: doomed.path, headers: { "if-match": "*" } });
    await runScript("mirror", { ROUNDS: "1" });
    const listed = await acme.page("ada", `${recordsPath("cities")}?limit=500`);
    expect(names(mirrored()).sort()).toEqual(listed.items.map(({ data }) => data.name).sort());
    expect(names(mirrored())).not.toContain("Dorestad");
  });
});

function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function names(mirror: { records: Record<string, RecordView> } | undefined): unknown[] {
  return Object.values(mirror?.records ?? {}).map(({ data }) => data.name);
}

describe("docs/guides/load.md", () => {
  it("creates two records by its command", async () => {
    expect(await runCommands("load")).toMatch(/^\{"data":\{"results":\[\{"status":201,.*\{"status":201,/);
  });

  it("loads a file, tells what was refused, and writes nothing twice", async () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => ({ name: `country ${index}`, area: index }));
    const broken = { area: "large" };
    writeFileSync(
      path.join(folder, "loaded.ndjson"),
      [...lines, broken].map((line) => JSON.stringify(line)).join("\n"),
    );
    const said = "1 lines were refused: loaded.ndjson.refused";
    expect(await runScript("load", { FILE: "loaded.ndjson" })).toBe(said);
    expect(await runScript("load", { FILE: "loaded.ndjson" })).toBe(said);
    expect(readFileSync(path.join(folder, "loaded.ndjson.refused"), "utf8")).toContain('{"area":"large"}\t');
    const counted = await acme.call("ada", {
      method: "POST",
      path: `${recordsPath("countries")}/query`,
      json: { where: ["name", "eq", "country 1199"] },
    });
    expect(dataOf<Page>(counted).items).toHaveLength(1);
  });
});

describe("docs/guides/upsert.md", () => {
  it("creates by its command, and updates when it is sent again", async () => {
    expect(await runCommands("upsert")).toContain('"status":201');
    expect(await runCommands("upsert")).toContain('"status":200');
  });

  it("brings in what is new and what is different, and leaves the rest as it is", async () => {
    const rows = [
      { code: "AA", name: "First" },
      { code: "AB", name: "Second", area: 5 },
    ];
    writeFileSync(path.join(folder, "countries.json"), JSON.stringify(rows));
    expect(await runScript("upsert")).toBe('{"201":2}');
    const [first, second] = await countries();
    writeFileSync(path.join(folder, "countries.json"), JSON.stringify([rows[0], { ...rows[1], area: 6 }]));
    expect(await runScript("upsert")).toBe('{"200":2}');
    const after = await countries();
    expect(after[0]).toEqual(first);
    expect(after[1]).toMatchObject({ id: second?.id, data: { name: "Second", area: 6 } });
  });
});

describe("docs/guides/retry.md", () => {
  it("gets the first response again by its command", async () => {
    const [first, second] = [await runCommands("retry"), await runCommands("retry")];
    const bodyOf = (text: string) => text.slice(text.indexOf("\r\n\r\n"));
    expect(first).toMatch(/^HTTP\/1.1 201 /);
    expect(bodyOf(second)).toBe(bodyOf(first));
  });

  it("changes a record although others are faster", async () => {
    const record = await acme.create("ada", "countries", { name: "Contested", code: "ZZ", area: 0 });
    const said = await Promise.all(Array.from({ length: 5 }, () => runScript("retry", { ID: record.id })));
    expect(said).toEqual(["200", "200", "200", "200", "200"]);
    expect((await acme.read("ada", record.path)).data.area).toBe(5);
  });
});

describe("docs/guides/tables.md", () => {
  it("shows countries as lines by its command, and writes all of them into a file", async () => {
    expect(await runCommands("tables")).toMatch(/^id,created,updated,versionId,code,name,area\r\n/);
    await acme.call("ada", {
      method: "POST",
      path: `${recordsPath("countries")}/batch`,
      json: {
        operations: Array.from({ length: 500 }, (_, index) => ({ op: "create", data: { name: `line ${index}` } })),
      },
    });
    await runScript("tables");
    const lines = readFileSync(path.join(folder, "countries.csv"), "utf8").trimEnd().split("\r\n");
    expect(lines.filter((line) => line.startsWith("id,"))).toHaveLength(1);
    expect(lines.filter((line) => /,line \d+,/.test(line))).toHaveLength(500);
  });
});

describe("docs/guides/join.md", () => {
  it("joins and counts by its commands, and names the countries", async () => {
    const country = await acme.create("ada", "countries", { name: "Joined", code: "NL" }).catch(() => null);
    const [found] = (await countries()).filter(({ data }) => data.code === "NL");
    const id = country?.id ?? found?.id;
    for (const population of [3, 4]) await acme.create("ada", "cities", { name: "Counted", population, country: id });
    const output = await runCommands("join");
    expect(output).toContain('"expanded":{"country":{"id":');
    expect(output).toContain('"cities":2,"people":7');
    expect((await runScript("join")).split("\n")).toContain(`${country?.view.data.name ?? found?.data.name}\t2\t7`);
  });
});
