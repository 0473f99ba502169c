/** The small world in which every fault of `faults.ts` can be made, and the tokens that are wrong in every combination of ways. */
import { issueToken } from "@/lib/authentication/token-secret";
import { sql } from "../database-client";
import { dataOf, type RecordView } from "../organization";
import { sendAsk } from "./compare";
import type { Endpoint, Ids, Parts, TokenParts } from "./faults";
import { FOUR_VERBS } from "./file";
import type { WorldDraft } from "./generate-worlds";
import { type LiveWorld, openWorld } from "./live-world";

const plain = { label: "Case", pluralLabel: "Cases", labelField: "name" };

/** Two owners with the same rights; the second one is inactive. */
const DRAFT: WorldDraft = {
  entities: [
    {
      ...plain,
      key: "cases",
      uniqueLabel: true,
      parentField: "under",
      fields: [
        { key: "name", label: "Name", type: "text", required: true },
        { key: "amount", label: "Amount", type: "integer" },
        { key: "seal", label: "Seal", type: "text", writeVerb: "set" },
        { key: "stage", label: "Stage", type: "select", options: ["open", "shut"], default: "open" },
        { key: "under", label: "Under", type: "reference", entity: "cases" },
      ],
      lifecycle: {
        field: "stage",
        initial: ["open"],
        states: { shut: { locked: true } },
        transitions: [{ from: "open", to: "shut", verb: "approve" }],
      },
    },
    { ...plain, key: "internal", exposed: false, fields: [{ key: "name", label: "Name", type: "text" }] },
  ],
  roles: [
    [
      { entity: "cases", verbs: ["list"], where: ["name", "neq", "hidden"] },
      { entity: "cases", verbs: ["create"] },
      { entity: "cases", verbs: ["update", "delete"], where: ["name", "nin", ["hidden", "foreign"]] },
      { entity: "internal", verbs: [...FOUR_VERBS] },
    ],
  ],
  people: [
    { roles: [0], scopes: null },
    { roles: [0], scopes: null },
  ],
};

export type FaultWorld = { live: LiveWorld; ids: Ids; rightRequest: (endpoint: Endpoint) => Parts };

export async function openFaultWorld(): Promise<FaultWorld> {
  const live = await openWorld(DRAFT);
  await sql("update members set active = false where id = $1", [live.people[1]?.memberId]);
  const make = async (name: string, under: string | null = null) => {
    const body = { data: { name, under } };
    return dataOf<RecordView>(await sendAsk(live.admin, { endpoint: "create", entity: "cases", body }));
  };
  const own = await make("own");
  const parent = await make("parent");
  await make("child", parent.id);
  await make("Taken");
  const locked = await make("locked");
  const body = { data: { stage: "shut" } };
  await sendAsk(live.admin, { endpoint: "update", entity: "cases", id: locked.id, ifMatch: "*", body });
  const ids = {
    own: own.id,
    parent: parent.id,
    locked: locked.id,
    foreign: (await make("foreign")).id,
    hidden: (await make("hidden")).id,
  };
  return { live, ids, rightRequest: (endpoint) => rightRequest(endpoint, ids) };
}

const METHODS = { list: "GET", query: "POST", read: "GET", create: "POST", update: "PATCH", delete: "DELETE" } as const;

function rightRequest(endpoint: Endpoint, { own }: Ids): Parts {
  return {
    method: METHODS[endpoint],
    query: "",
    entity: "cases",
    id: endpoint === "read" || endpoint === "update" || endpoint === "delete" ? own : null,
    ifMatch: endpoint === "update" || endpoint === "delete" ? "*" : null,
    data: endpoint === "create" ? { name: "new", amount: 1 } : { amount: 1 },
    body: endpoint === "query" ? "{}" : null,
    token: { sent: true, known: true, revoked: false, expired: false, active: true, hasVerb: true },
  };
}

/** The text of a token in that state; undefined: none is sent. `verb`: the one that it lacks if it lacks one. */
export async function tokenFor(live: LiveWorld, parts: TokenParts, verb: string): Promise<string | undefined> {
  if (!parts.sent) return undefined;
  const { id, text, secretHash } = issueToken();
  const others = FOUR_VERBS.filter((other) => other !== verb);
  const scopes = parts.hasVerb ? null : JSON.stringify([{ entity: "cases", verbs: others }]);
  if (!parts.known) return text;
  await sql(
    `insert into tokens (id, organization_id, member_id, name, secret_hash, scopes, expires, revoked)
     values ($1, $2, $3, 'faulty', $4, $5, $6, $7)`,
    [
      id,
      live.world.organizationId,
      live.people[parts.active ? 0 : 1]?.memberId,
      secretHash,
      scopes,
      parts.expired ? new Date(0) : null,
      parts.revoked ? new Date(0) : null,
    ],
  );
  return text;
}
