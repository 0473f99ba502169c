/**
 * The demo's organization with its countries, a part of its cities and its corrections, for one test file: what the documents
 * and the API reference say is run on it. Its key, and the e-mail addresses of its members, are the file's own, because files
 * share a database.
 */
import { randomBytes } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { inject } from "vitest";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { authorOf } from "@/lib/records/import/author";
import { importRecords } from "@/lib/records/import/import-records";
import type { SourceLine } from "@/lib/records/import/read/piece";
import { findReader } from "@/lib/records/import/read/read-file";
import { readCities, readCountries } from "@/prisma/demo/convert.mjs";
import { applyFile } from "./configuration";
import { type Answer, type Call, send } from "./http";
import { findMemberIds, insertToken } from "./organization";

export type DemoMember = "editor" | "reader";

export type Demo = {
  /** The organization's key: `demo` in the documents. */
  key: string;
  origin: string;
  token: (name: DemoMember) => string;
  /** Sends it as the editor. */
  call: (call: Call) => Promise<Answer>;
};

type Lines = Iterable<SourceLine> | AsyncIterable<SourceLine>;

const CORRECTIONS = "prisma/demo/corrections.ndjson";
export async function openDemo(): Promise<Demo> {
  // Decoding 135,233 cities blocks the event loop for seconds, so it is over before any connection is opened.
  const cities = await toLines(someCities());
  const key = `demo${randomBytes(4).toString("hex")}`;
  const text = readFileSync("prisma/demo/organization.json", "utf8");
  const file = JSON.parse(text.replaceAll("@demo.test", `@${key}.test`)) as { organization: { key: string } };
  file.organization.key = key;
  const id = await applyFile(file);
  await load(id, "countries", await toLines(readCountries()));
  await load(id, "cities", cities);
  const reader = findReader(CORRECTIONS);
  const configuration = await loadCurrentConfiguration(id);
  const corrections = configuration.entities.get("corrections");
  if (reader === null || corrections === undefined) throw new Error("The demo has no corrections.");
  await load(id, "corrections", reader(createReadStream(CORRECTIONS), corrections));

  const memberIds = await findMemberIds(id);
  const tokens = new Map<DemoMember, string>();
  for (const name of ["editor", "reader"] as const)
    tokens.set(name, (await insertToken(id, memberIds.get(`${name}@${key}.test`) ?? "", {})).text);
  const origin = inject("origin");
  const token = (name: DemoMember) => tokens.get(name) ?? "";
  return { key, origin, token, call: (call) => send(origin, { ...call, token: token("editor") }) };
}

/** Capitals, every city of the countries whose numbers the documents show, and the cities that corrections are about. */
async function* someCities() {
  const whole = new Set(["NL"]);
  for await (const { id, region } of readCountries()) if (region === "Oceania") whole.add(id);
  const corrected = readFileSync(CORRECTIONS, "utf8");
  for await (const city of readCities())
    if (city.rank === "PPLC" || whole.has(city.country) || corrected.includes(`"${city.id}"`)) yield city;
}

async function toLines(records: AsyncIterable<object>): Promise<SourceLine[]> {
  const lines: SourceLine[] = [];
  for await (const record of records)
    lines.push({ line: lines.length + 1, record: JSON.parse(JSON.stringify(record)) });
  return lines;
}

async function load(organizationId: string, entityKey: string, lines: Lines): Promise<void> {
  const configuration = await loadCurrentConfiguration(organizationId);
  const entity = configuration.entities.get(entityKey);
  if (entity === undefined) throw new Error(`The demo has no ${entityKey}.`);
  const refused: string[] = [];
  const listener = { onRefusal: ({ message }: { message: string }) => refused.push(message), onProgress: () => {} };
  const source = { name: entityKey, lines: Readable.from(lines) };
  await importRecords({ author: authorOf(configuration, entity, null) }, source, listener);
  if (refused.length > 0) throw new Error(`The demo's ${entityKey} are refused: ${refused.slice(0, 3).join(" ")}`);
}
