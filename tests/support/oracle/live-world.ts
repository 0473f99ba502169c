/**
 * A generated organization in force on the suite's service, with its model. Tokens are written into the table
 * directly: a hundred of them take one statement, and no command would create those without permissions.
 */
import { randomBytes } from "node:crypto";
import { issueToken } from "@/lib/authentication/token-secret";
import type { DeniedFields, RowLimit, Scopes } from "@/lib/model";
import { runtime } from "@/lib/process/runtime";
import { applyFile } from "../configuration";
import { sql } from "../database-client";
import { FOUR_VERBS, type GrantFile, type Principal, type World, type WorldFile } from "./file";
import { WORDS, type WorldDraft } from "./generate-worlds";

export type Caller = Principal & { token: string };

const TOKEN_NAME = "generated";

export type LiveWorld = {
  world: World;
  /** Sees and may do everything that anybody may. */
  admin: Caller;
  people: Caller[];
};

export async function openWorld(draft: WorldDraft): Promise<LiveWorld> {
  const file = fileOf(draft);
  const organizationId = await applyFile(file);
  const scopes: Scopes[] = [null, ...draft.people.map((person) => person.scopes)];
  const limits = [NOT_LIMITED, ...draft.people.map(({ denied = [], rows = [] }) => ({ denied, rows }))];
  const [admin, ...people] = await issueTokens(organizationId, file, scopes, limits);
  if (admin === undefined) throw new Error("No token was issued");
  return { world: { organizationId, file, records: [] }, admin, people };
}

/** Call it at the end of a test file. */
export const closeWorlds = runtime.close;

function fileOf(draft: WorldDraft): WorldFile {
  const key = `world${randomBytes(5).toString("hex")}`;
  const everything: GrantFile[] = draft.entities.map(({ key: entity }) => ({
    entity,
    verbs: [...FOUR_VERBS, ...WORDS],
  }));
  const members = draft.people.map(({ roles }, index) => ({
    email: `p${index}@${key}.test`,
    name: `p${index}`,
    roles: roles.map((role) => `r${role}`),
  }));
  return {
    organization: { key, name: key },
    entities: draft.entities,
    roles: [
      { key: "everything", name: "Everything", grants: everything },
      ...draft.roles.map((grants, index) => ({ key: `r${index}`, name: `r${index}`, grants })),
    ],
    members: [{ email: `admin@${key}.test`, name: "admin", roles: ["everything"] }, ...members],
  };
}

type Limits = { denied: DeniedFields[]; rows: RowLimit[] };

const NOT_LIMITED: Limits = { denied: [], rows: [] };

/** One for each member of the file, in its order. */
async function issueTokens(
  organizationId: string,
  file: WorldFile,
  scopes: Scopes[],
  limits: Limits[],
): Promise<Caller[]> {
  const rows = await sql<{ id: string; email: string }>("select id, email from members where organization_id = $1", [
    organizationId,
  ]);
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  const issued = file.members.map((member, index) => ({
    ...member,
    ...issueToken(),
    memberId: ids.get(member.email) ?? "",
    scopes: scopes[index] ?? null,
    ...(limits[index] ?? NOT_LIMITED),
  }));
  await sql(
    `insert into tokens (id, organization_id, member_id, name, secret_hash, scopes, limits)
     select n.id, $1, n.member_id, $3, decode(n.secret, 'hex'), n.scopes, n.limits
       from jsonb_to_recordset($2) as n(id text, member_id uuid, secret text, scopes jsonb, limits jsonb)`,
    [
      organizationId,
      JSON.stringify(
        issued.map(({ id, memberId, secretHash, scopes: held, denied: deniedFields, rows: limit }) => ({
          id,
          member_id: memberId,
          secret: secretHash.toString("hex"),
          ...(held === null ? {} : { scopes: held }),
          ...(deniedFields.length + limit.length === 0
            ? {}
            : { limits: { deniedFields, rows: limit, allowedAddresses: [], requestsPerMinute: null } }),
        })),
      ),
      TOKEN_NAME,
    ],
  );
  return issued.map(({ id, name, email, roles, memberId, scopes: held, denied, rows: limit, text }) => ({
    name,
    email,
    roles,
    memberId,
    tokenId: id,
    tokenName: TOKEN_NAME,
    scopes: held,
    denied,
    rows: limit,
    token: text,
  }));
}

/** Remembers what is stored. The returned function restores it, on both sides, whatever happened since. */
export async function keepRecords({ world }: LiveWorld): Promise<() => Promise<void>> {
  const { organizationId } = world;
  const own = "entity_id in (select id from entities where organization_id = $1)";
  const [kept] = await sql<{ rows: string }>(
    `select coalesce(jsonb_agg(to_jsonb(r)), '[]')::text as rows from records r where ${own}`,
    [organizationId],
  );
  const [columns] = await sql<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
      where table_name = 'records' and is_generated = 'NEVER'`,
  );
  const list = columns?.list;
  const records = structuredClone(world.records);
  return async () => {
    // A parent with children cannot be deleted.
    await sql(`update records set parent_id = null, parent_entity_id = null where parent_id is not null and ${own}`, [
      organizationId,
    ]);
    await sql(`delete from records where ${own}`, [organizationId]);
    await sql(`insert into records (${list}) select ${list} from jsonb_populate_recordset(null::records, $1)`, [
      kept?.rows,
    ]);
    world.records = structuredClone(records);
  };
}

/** Gives records the same moments, which no interface could, so that the default order has ties. */
export async function setMoments({ world }: LiveWorld, moments: string[]): Promise<void> {
  for (const [index, record] of world.records.entries()) {
    record.created = moments[index % moments.length] ?? record.created;
    record.updated = moments[(index * 7) % moments.length] ?? record.updated;
  }
  const rows = world.records.map(({ id, created, updated }) => ({ id, created, updated }));
  await sql(
    `update records r set created = n.created, updated = n.updated
       from jsonb_to_recordset($1) as n(id uuid, created timestamptz, updated timestamptz) where r.id = n.id`,
    [JSON.stringify(rows)],
  );
}
