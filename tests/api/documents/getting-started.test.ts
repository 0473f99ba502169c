/** What README.md and docs/getting-started.md say to paste, pasted into one shell on the demo, twice; and what they show of it. */
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { OPERATOR_ROWS } from "@/lib/public-api/reference/operator-table";
import { openDemo } from "../../support/demo";
import { dataOf, type Page, recordsPath } from "../../support/organization";
import { blocksOf, run } from "../../support/pasted";
import { APP_SECRET } from "../../support/service";

const demo = await openDemo();
const env = { DATABASE_URL: inject("databaseUrl"), APP_SECRET };

/** As a reader of the running demo has them: its address, and the names of its organization and its members. */
async function paste(document: string): Promise<string> {
  const commands = blocksOf(document, "sh")
    .join("\n")
    .replaceAll("http://localhost:3000", demo.origin)
    .replaceAll("--organization demo", `--organization ${demo.key}`)
    .replaceAll("@demo.test", `@${demo.key}.test`);
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", commands], path.resolve("."), env);
  // Stored data has blanks after its colons and commas, which documents leave out.
  return stdout.replaceAll('": ', '":').replaceAll(', "', ',"');
}

const codesIn = (output: string) => [...output.matchAll(/\{"error":\{"code":"(\w+)"/g)].map(([, code]) => code);

describe("docs/getting-started.md", () => {
  it("runs in the demo from the first line to the last, and again", { timeout: 180_000 }, async () => {
    const output = await paste("docs/getting-started.md");
    expect(codesIn(output)).toEqual([]);
    for (const shown of [
      '"name":"Edgar Editor"',
      '"area":41850,"code":"NL","name":"Netherlands"',
      ",Russia,RU,17098242",
      '"name":"Buenos Aires","population":13076300',
      '"cities":3823,"people":39717132',
      '"name":"Amsterdam","population":741636',
      '"name":"Nieuw Amsterdam"',
      '"deleted":true',
    ])
      expect(output).toContain(shown);
    // As the page says, the batch is refused then.
    expect(codesIn(await paste("docs/getting-started.md"))).toEqual(["PRECONDITION_FAILED"]);
  });

  it.each(OPERATOR_ROWS)("has an example that finds records of the demo: $example", async ({ entityKey, example }) => {
    const query = { method: "POST", path: `${recordsPath(entityKey)}/query`, json: { where: example, limit: 1 } };
    expect(dataOf<Page>(await demo.call(query)).items).toHaveLength(1);
  });
});

it("README.md runs in the demo", { timeout: 180_000 }, async () => {
  const output = await paste("README.md");
  expect(codesIn(output)).toEqual([]);
  expect(output).toContain('"name":"Mexico City","population":12294193');
});
