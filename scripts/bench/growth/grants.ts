/** More and more grants in the caller's role, on other entities: one of them with a hundred conditions. */
import { type Database, OWNER, openDatabase, tokenOf } from "../database";
import type { Request } from "../requests";
import type { World } from "./worlds";

const FEW = { email: "few@bench.test", name: "Few", roles: ["few"] };
const VERBS = ["list", "create", "update", "delete"];
const CONDITIONS = 100;

/** Two callers of one database: with a grant on one entity, and with so many. */
export async function openGrantsWorlds(grants: number): Promise<World[]> {
  const keys = Array.from({ length: grants }, (_, index) => `entity${index + 1}`);
  const where = { or: Array.from({ length: CONDITIONS }, (_, index) => ["title", "eq", `title ${index}`]) };
  const database = await openDatabase({
    organization: { key: "bench", name: "Bench" },
    entities: keys.map((key) => ({ key, labelField: "title", fields: [{ key: "title", type: "text" }] })),
    roles: [
      { key: "few", name: "Few", grants: [{ entity: "entity1", verbs: VERBS }] },
      {
        key: "many",
        name: "Many",
        grants: keys.map((entity, index) => ({ entity, verbs: VERBS, ...(index === 1 ? { where } : {}) })),
      },
    ],
    members: [FEW, { ...OWNER, roles: ["many"] }],
  });
  const few = await tokenOf(database.configuration.organizationId, FEW.email);
  return [worldOf("1 grant", database, few), worldOf(`${grants} grants`, database, database.token)];
}

function worldOf(name: string, database: Database, token: string): World {
  const path = "/entities/entity1/records";
  const requests: [string, Request][] = [
    ["list", { method: "GET", path }],
    ["create", { method: "POST", path, body: { data: { title: "new" } } }],
    ["one entity described", { method: "GET", path: "/entities/entity1" }],
    ["me", { method: "GET", path: "/me" }],
  ];
  return { name, database, token, calls: new Map(requests.map(([call, request]) => [call, [request]])) };
}
