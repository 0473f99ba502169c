/** The demo's files and sources fit together: its organization is valid, and every record of its sources passes. */
import { createReadStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileConfiguration } from "@/lib/configuration/compile";
import { parseDocumentText } from "@/lib/configuration/parse";
import type { Entity } from "@/lib/model";
import { checkOperation } from "@/lib/records/batch/check";
import { authorOf } from "@/lib/records/import/author";
import { findReader } from "@/lib/records/import/read/read-file";
import { toOperations } from "@/lib/records/import/to-operation";
import { convertSources } from "@/prisma/demo/convert.mjs";

const document = parseDocumentText(readFileSync("prisma/demo/organization.json", "utf8"));
const entityIds = new Map(
  document.entities.map((entity, index) => [entity.key, `00000000-0000-7000-8000-00000000000${index}`]),
);
const configuration = compileConfiguration({ organizationId: "o", version: 1, document, entityIds });
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "demo-sources-"));
  await convertSources(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("every country and every city passes the validation, and every city lies in a country", {
  timeout: 60_000,
}, async () => {
  const countries = await prepareAll("countries", path.join(folder, "countries.ndjson"));
  const cities = await prepareAll("cities", path.join(folder, "cities.ndjson"));
  const corrections = await prepareAll("corrections", "prisma/demo/corrections.ndjson");
  expect([countries.ids.size, cities.ids.size, corrections.ids.size]).toEqual([250, 135_233, 3]);
  expect(cities.references.filter((reference) => !countries.ids.has(reference))).toEqual([]);
  expect(corrections.references.filter((reference) => !cities.ids.has(reference))).toEqual([]);
});

async function prepareAll(entityKey: string, file: string) {
  const entity = configuration.entities.get(entityKey) as Entity;
  const author = authorOf(configuration, entity, null);
  const toOperation = toOperations({ author }, new Date());
  const pointing = [...entity.fields.values()].flatMap(({ key, reference }) => (reference === null ? [] : [key]));
  const ids = new Set<string>();
  const references: string[] = [];
  const reader = findReader(file);
  if (reader === null) throw new Error(`No reader for ${file}`);
  for await (const line of reader(createReadStream(file), entity)) {
    if ("refusal" in line) throw new Error(`${file}, line ${line.line}: ${line.refusal}`);
    const checked = checkOperation(author, toOperation(line.line, line.record), null);
    if (checked.kind !== "create") throw new Error(`${file}, line ${line.line} is no new record`);
    ids.add(checked.id);
    for (const key of pointing) references.push(String(checked.data[key]));
  }
  return { ids, references };
}
