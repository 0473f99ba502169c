/** An organization with a member, a token and two entities in the database at hand, and what a write of that token carries. */
import { randomUUID } from "node:crypto";
import { compileAccess, compileEntityAccess, type EntityAccess } from "@/lib/access/compile";
import { issueToken } from "@/lib/authentication/token-secret";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { Configuration, Entity, JsonObject, Member, Scopes } from "@/lib/model";
import { EVERYTHING } from "@/lib/query/plan";
import type { Lister } from "@/lib/records/list";
import { deriveColumns } from "@/lib/records/rules/derive";
import type { TokenAdmission } from "@/lib/store/records/guard";
import {
  type ChangedRecord,
  insertRecords,
  type NewRecord,
  updateRecords,
  type WriteContext,
  type WrittenRecord,
} from "@/lib/store/records/write";
import { apply, newKey } from "../configuration/applied";
import { query } from "../configuration/database";

export type Admitted = {
  configuration: Configuration;
  memberId: string;
  admission: TokenAdmission;
  accounts: Entity;
  deals: Entity;
};

export function organizationFile(key: string) {
  return {
    organization: { key, name: "Acme" },
    entities: [
      { key: "accounts", labelField: "name", fields: [{ key: "name", type: "text" }] },
      {
        key: "deals",
        labelField: "title",
        uniqueLabel: true,
        parentField: "account",
        fields: [
          { key: "title", type: "text" },
          { key: "amount", type: "integer" },
          { key: "due", type: "date" },
          { key: "account", type: "reference", entity: "accounts", indexed: true },
        ],
      },
    ],
    roles: [
      { key: "sales", name: "Sales", grants: [{ entity: "deals", verbs: ["list", "create", "update", "delete"] }] },
    ],
    members: [{ email: "ada@acme.test", name: "Ada", roles: ["sales"] }],
  };
}

export async function createAdmitted(scopes: Scopes = null): Promise<Admitted> {
  const file = organizationFile(newKey());
  const { organizationId } = await apply(file);
  const configuration = await loadCurrentConfiguration(organizationId);
  const [accounts, deals] = ["accounts", "deals"].map((key) => configuration.entities.get(key));
  const [member] = await query<{ id: string }>("SELECT id FROM members WHERE organization_id = $1", [organizationId]);
  if (accounts === undefined || deals === undefined || member === undefined) throw new Error("apply made too little");
  const { id, secretHash } = issueToken();
  const [token] = await query<{ scopes: string | null }>(
    `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash, scopes)
     VALUES ($1, $2, $3, 'Sync', $4, $5) RETURNING scopes::text`,
    [id, organizationId, member.id, secretHash, scopes === null ? null : JSON.stringify(scopes)],
  );
  const admission: TokenAdmission = {
    tokenId: id,
    roleKeys: ["sales"],
    scopes: token?.scopes ?? null,
    limits: null,
    configurationVersion: configuration.version,
  };
  return { configuration, memberId: member.id, admission, accounts, deals };
}

export function memberOf({ configuration, memberId }: Admitted): Member {
  const { organizationId } = configuration;
  const person = { name: "Ada", email: "ada@acme.test", roleKeys: ["sales"], active: true, admin: false };
  return { id: memberId, organizationId, ...person };
}

/** Who lists, and the entity as that member may use it: deals, unless it is said which. */
export function listerOf(admitted: Admitted, entity = admitted.deals): { lister: Lister; access: EntityAccess } {
  const { configuration } = admitted;
  const member = memberOf(admitted);
  const lister = { configuration, token: { rootId: "its token" }, access: compileAccess(configuration, member, null) };
  return { lister, access: compileEntityAccess(configuration, entity, member, null) };
}

/** May write and see everything of the entity. */
export function contextOf({ admission }: Admitted, entity: Entity): WriteContext {
  return {
    entityId: entity.id,
    admission,
    scope: EVERYTHING,
    visible: EVERYTHING,
    projection: { entityKey: entity.key, hidden: [], conditional: [] },
    conflictFields: { label: entity.labelField, parent: entity.parentField, unique: [...entity.fields.values()] },
    formerFields: [],
  };
}

export function recordOf({ memberId, configuration }: Admitted, entity: Entity, data: JsonObject): NewRecord {
  const derived = deriveColumns(entity, data, configuration.entities);
  return { id: randomUUID(), data, derived, createdBy: memberId, created: null, updated: null };
}

/** One record; null where nothing was written. */
export async function insertRecord(context: WriteContext, record: NewRecord): Promise<WrittenRecord | null> {
  const [written] = await insertRecords(context, [record]);
  return written ?? null;
}

/** The same. What it leaves for the feed of changes is not asked. */
export async function updateRecord(
  context: WriteContext,
  change: Omit<ChangedRecord, "before">,
): Promise<WrittenRecord | null> {
  const before = { data: {}, updated: "2026-01-01T00:00:00Z" };
  const [written] = await updateRecords(context, [{ ...change, before }]);
  return written ?? null;
}
