/** Ten entities with so many records in all: what a search over all of them costs. */
import type { Entity } from "../../../lib/model";
import { OWNER, openDatabase, withClient } from "../database";
import { ABSENT_WORD, COMMON_WORD, fill, RARE_WORD, SELDOM_WORD } from "../dataset";
import { ORGANIZATION } from "../organization";
import type { Request } from "../requests";
import type { World } from "./worlds";

const ENTITIES = 10;

export async function openSearchWorld(records: number): Promise<World> {
  const database = await openDatabase(file());
  const entities = [...database.configuration.entities.values()].filter(({ key }) => key !== "accounts");
  await withClient(database.superuserUrl, async (client) => {
    for (const entity of entities) await fill(client, entity, records / ENTITIES);
  });
  return { name: `${records.toLocaleString("en")} records`, database, token: database.token, calls: callsOf(entities) };
}

function callsOf([first]: Entity[]): Map<string, Request[]> {
  const search = (words: string): Request[] => [{ method: "GET", path: `/search?q=${encodeURIComponent(words)}` }];
  const list = (words: string): Request[] => [
    { method: "GET", path: `/entities/${first?.key}/records?search=${encodeURIComponent(words)}&sort=relevance` },
  ];
  return new Map([
    ["search: 6 of 100 records", search(COMMON_WORD)],
    ["search: every record", search("deal")],
    ["search: 1 of 1,000 records", search(SELDOM_WORD)],
    ["search: 20 records of each entity", search(RARE_WORD)],
    ["search: one record", search("Deal 4711")],
    ["search: none", search(ABSENT_WORD)],
    ["list by relevance: 6 of 100 records", list(COMMON_WORD)],
    ["list by relevance: every record", list("deal")],
    ["list by relevance: 1 of 1,000 records", list(SELDOM_WORD)],
    ["list by relevance: 20 records", list(RARE_WORD)],
  ]);
}

/** The benchmark's organization with ten entities like its first one. */
function file(): object {
  const [deals, accounts] = ORGANIZATION.entities;
  const keys = Array.from({ length: ENTITIES }, (_, index) => `deals${index + 1}`);
  return {
    ...ORGANIZATION,
    entities: [...keys.map((key) => ({ ...deals, key })), accounts],
    roles: [{ key: "all", name: "All", grants: keys.map((entity) => ({ entity, verbs: ["list"] })) }],
    members: [{ ...OWNER, roles: ["all"] }],
  };
}
