/** On whose behalf records are imported: the system, which can write everything, or a member with its permissions in the API. */
import { type Access, compileAccess, compileEntityAccess, type EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import type { Configuration, Entity, Member } from "../../model";
import { EVERYTHING } from "../../query/plan";
import type { Work, Writer } from "../work";

/** `email` is null for the system. */
export type Author = Work & { email: string | null };

/** `member` null is the system. Throws PERMISSION_DENIED if the member cannot create records. */
export function authorOf(configuration: Configuration, entity: Entity, member: Member | null): Author {
  if (member === null) {
    const every = new Map([...configuration.entities].map(([key, each]) => [key, fullAccess(each)]));
    const all = { entity: (key: string) => every.get(key) ?? null, entities: () => [...every.values()] };
    return { caller: callerOf(configuration, all, null), access: fullAccess(entity), dryRun: false, email: null };
  }
  const access = compileEntityAccess(configuration, entity, member, null);
  if (!access.permissions.create)
    throw permissionDenied(`${member.email} may not create records of ${entity.key}.`, { step: "verb" });
  const all = compileAccess(configuration, member, null);
  return { caller: callerOf(configuration, all, member.id), access, dryRun: false, email: member.email };
}

function callerOf(configuration: Configuration, access: Access, id: string | null): Writer {
  const { organizationId, version: configurationVersion } = configuration;
  return { configuration, access, admission: { organizationId, configurationVersion }, member: { id } };
}

/** Includes fields that are read-only to callers, and any state of a lifecycle. */
function fullAccess(entity: Entity): EntityAccess {
  const { fields, uniqueFields } = entity;
  const all = new Map([...fields.keys()].map((key) => [key, "all" as const]));
  return {
    entity: { ...entity, lifecycle: null },
    permissions: { list: true, create: true, update: true, delete: true },
    scopeOf: () => "all",
    reach: () => EVERYTHING,
    planOf: () => EVERYTHING,
    readable: all,
    writable: all,
    queryable: fields,
    searchable: fields,
    findable: new Map([...fields].filter(([key]) => uniqueFields.includes(key))),
    limitable: new Map(),
    limitedTo: [],
  };
}
