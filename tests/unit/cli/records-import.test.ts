/** `records import` as people and scripts meet it: a process of its own, its output and its exit code. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCommandLine } from "../../support/command-line";
import { temporaryFolder } from "../../support/temporary-folder";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();
const admin = openCommandLine();
// Each command is a process that starts, connects and ends.
vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder();
afterAll(() => folder.remove());

const ORGANIZATION = {
  organization: { key: "acme", name: "Acme" },
  entities: [
    {
      key: "items",
      labelField: "name",
      fields: [
        { key: "name", type: "text", required: true },
        { key: "count", type: "integer", min: 0 },
        { key: "code", type: "text", unique: true },
      ],
    },
  ],
  roles: [{ key: "writer", name: "Writer", grants: [{ entity: "items", verbs: ["create"] }] }],
  members: [
    { email: "wim@acme.test", name: "Wim", roles: ["writer"] },
    { email: "nil@acme.test", name: "Nil", roles: [] },
    { email: "ina@acme.test", name: "Ina", roles: ["writer"], active: false },
  ],
};

beforeAll(async () => {
  const { code, stderr } = await admin(["config", "apply", written("organization.json", JSON.stringify(ORGANIZATION))]);
  if (code !== 0) throw new Error(stderr);
});

describe("a good file", () => {
  it("is counted, and skipped the second time", async () => {
    const file = written("good.csv", "id,name,count\n1,Ada,5\n2,Bob,\n");
    expect(await imported(file)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^2 created, 0 already there, 0 refused \([\d,]+ a second\)\.\n$/),
      stderr: "",
    });
    expect((await imported(file)).stdout).toMatch(/^0 created, 2 already there, 0 refused /);
  });

  it("is imported on behalf of a member", async () => {
    const file = written("member.ndjson", '{"name":"Wim\'s"}');
    expect(await imported(file, "--as", "wim@acme.test")).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("bad lines", () => {
  const file = written("bad.ndjson", '{"name":"Cy"}\n{"name":"Di","count":-1}\n{"name"\n{"count":1}\n');

  it("are named on standard error, and the exit code says so", async () => {
    expect(await imported(file)).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^1 created, 0 already there, 3 refused /),
      stderr: "line 2, count: must be at least 0\nline 3: the record is not valid JSON.\nline 4, name: is required\n",
    });
  });

  it("are listed in JSON for scripts", async () => {
    const { code, stdout, stderr } = await imported(file, "--json");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      read: 4,
      created: 0,
      present: 1,
      refused: 3,
      refusals: [
        { line: 2, field: "count", message: "must be at least 0" },
        { line: 3, field: null, message: "the record is not valid JSON." },
        { line: 4, field: "name", message: "is required" },
      ],
    });
  });
});

describe("with --match", () => {
  it("records are added, updated or left, and a second run changes nothing", async () => {
    const first = written("sync-1.csv", "code,name,count\nm1,Ada,5\nm2,Bob,\n");
    const second = written("sync-2.csv", "code,name,count\nm1,Ada,5\nm2,Bob,7\nm3,Cy,\n");
    expect((await imported(first, "--match", "code")).stdout).toMatch(/^2 added, 0 updated, 0 unchanged, 0 refused \(/);
    expect((await imported(second, "--match", "code")).stdout).toMatch(
      /^1 added, 1 updated, 1 unchanged, 0 refused \(/,
    );
    const { code, stdout } = await imported(second, "--match", "code", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ read: 3, created: 0, updated: 0, present: 3, refused: 0, refusals: [] });
  });

  it("a value that stands twice is refused by its line", async () => {
    const file = written("sync-twice.csv", "code,name\ntwice,Ada\ntwice,Bob\n");
    expect(await imported(file, "--match", "code")).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^1 added, 0 updated, 0 unchanged, 1 refused /),
      stderr: "line 3, code: line 2 already has this value\n",
    });
  });
});

const file = written("one.ndjson", '{"name":"x"}');

it.each<[string[], string]>([
  [["--file", "missing.ndjson"], "missing.ndjson cannot be read: ENOENT: no such file or directory"],
  [["--file", "data.xlsx"], "data.xlsx is none of the formats that can be read: .json, .ndjson, .csv."],
  [["--entity", "things"], '"acme" has no entity "things". It has: items.'],
  [["--match", "name"], '"name" is not a unique field of items. It has: code.'],
  [["--organization", "nobody"], 'There is no organization "nobody".'],
  [["--as", "eve@acme.test"], '"acme" has no member eve@acme.test.'],
  [["--as", "nil@acme.test"], "nil@acme.test may not create records of items."],
  [["--as", "ina@acme.test"], "ina@acme.test is not active: members activate makes it so."],
])("a command that cannot work says why in a sentence: %s", async (args, sentence) => {
  const { code, stdout, stderr } = await imported(file, ...args);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

/** The last of an option that is given twice counts. */
function imported(file: string, ...args: string[]) {
  return admin(["records", "import", "--organization", "acme", "--entity", "items", "--file", file, ...args]);
}

function written(name: string, content: string): string {
  const file = path.join(folder.path, name);
  writeFileSync(file, content);
  return file;
}
