/** `npm run bench -- --growth`: shows what stays flat while one thing grows a thousandfold. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../../../tests/support/temporary-folder";
import { openEntitiesWorld } from "./entities";
import { openGrantsWorlds } from "./grants";
import { openRecordsWorld } from "./records";
import { growthPage, type Section } from "./report";
import { openSearchWorld } from "./search";
import { openTokensWorld } from "./tokens";
import { compareWorlds, type World } from "./worlds";

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const BASE_SIZE = 100_000;
const SEARCHED = [1_000_000, 10_000_000];
const ENTITIES = [10, 1_000];
const GRANTS = 200;
const TOKENS = [100, 1_000_000];

const SECTIONS = { records, search, entities, grants, tokens };

/** `--sizes=10000,100000` for other numbers of records, `--only=records,search,entities,grants,tokens` for some of the sections. */
export async function growth(): Promise<void> {
  const chosen = listOf("only") ?? Object.keys(SECTIONS);
  const sections: Section[] = [];
  for (const [name, measure] of Object.entries(SECTIONS)) if (chosen.includes(name)) sections.push(await measure());
  writeFileSync("scripts/bench/growth.md", growthPage(sections));
  console.log("Written: scripts/bench/growth.md");
}

async function records(): Promise<Section> {
  const sizes = listOf("sizes")?.map(Number) ?? SIZES;
  const worlds: World[] = [];
  for (const size of sizes) worlds.push(await making(`${size} records`, () => openRecordsWorld(size)));
  return {
    title: "Records of an entity",
    text: "Deals with nine fields, three of them indexed, about a kilobyte each. A page has 100 records; the greatest depth is a million records, or all there are.",
    comparison: await compare(worlds),
    base: Math.max(0, sizes.indexOf(BASE_SIZE)),
    notes: [],
  };
}

async function search(): Promise<Section> {
  const sizes = listOf("sizes")?.map(Number) ?? SEARCHED;
  const worlds: World[] = [];
  for (const size of sizes) worlds.push(await making(`${size} records to search`, () => openSearchWorld(size)));
  return {
    title: "Records of all entities",
    text: "In ten entities of deals. A search returns the best 20 of all of them; a list by relevance is of one entity, 100 records long.",
    comparison: await compare(worlds),
    base: 0,
    notes: [],
  };
}

async function entities(): Promise<Section> {
  const opened = [];
  for (const count of ENTITIES) opened.push(await making(`${count} entities`, () => openEntitiesWorld(count)));
  return {
    title: "Entities",
    text: "A thousand records each. Calls are about one of them; the list of all entities is as long as they are many.",
    comparison: await compare(opened.map(({ world }) => world)),
    base: 0,
    notes: opened.flatMap(({ notes }) => notes),
  };
}

async function grants(): Promise<Section> {
  const worlds = await making(`${GRANTS} grants`, () => openGrantsWorlds(GRANTS));
  return {
    title: "Grants of a role",
    text: "Each on an entity of its own, one of them with a hundred conditions. Calls are about an entity without any.",
    comparison: await compare(worlds),
    base: 0,
    notes: [],
  };
}

async function tokens(): Promise<Section> {
  const worlds: World[] = [];
  for (const count of TOKENS) worlds.push(await making(`${count} tokens`, () => openTokensWorld(count)));
  return {
    title: "Tokens",
    text: "A hundred for each member, one member for each organization.",
    comparison: await compare(worlds),
    base: 0,
    notes: [],
  };
}

async function making<T>(what: string, make: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const made = await make();
  console.log(`Made ${what} in ${Math.round((performance.now() - started) / 1000)} s.`);
  return made;
}

async function compare(worlds: World[]) {
  const folder = temporaryFolder();
  const stepsFile = path.join(folder.path, "steps.json");
  writeFileSync(stepsFile, "{}");
  try {
    return await compareWorlds(worlds, stepsFile);
  } finally {
    for (const database of new Set(worlds.map((world) => world.database))) await database.close();
    folder.remove();
  }
}

function listOf(name: string): string[] | null {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? null : given.slice(name.length + 3).split(",");
}
