/** On whose behalf records are imported, and the permissions that apply in addition to the validation of every record. */
import { compileAccess, compileEntityAccess, type EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import { ApiError, type ErrorDetail } from "../../errors";
import type { Configuration, Entity, JsonObject, Member, VerbWord } from "../../model";
import { EVERYTHING, NOTHING, type PlannedFilter } from "../../query/plan";
import { requireInitialState, requireTransition } from "../rules/lifecycle";
import { deniedKeys, unknownKeys, writeVerbs } from "../rules/write-permissions";

export type Author = {
  /** The value of `createdBy`; null is the system. */
  memberId: string | null;
  email: string | null;
  /** null has all permissions: fields that are read-only to callers, any state of a lifecycle, any date. */
  access: EntityAccess | null;
  /** The records of an entity that this author can refer to. */
  visible(entityKey: string): PlannedFilter;
};

export const SYSTEM: Author = { memberId: null, email: null, access: null, visible: () => EVERYTHING };

/** Has the permissions of the member in the API. Throws PERMISSION_DENIED if the member cannot create records. */
export function memberAuthor(configuration: Configuration, entity: Entity, member: Member): Author {
  const access = compileEntityAccess(configuration, entity, member, null);
  if (!access.permissions.create)
    throw permissionDenied(`${member.email} may not create records of ${entity.key}.`, { step: "verb" });
  const others = compileAccess(configuration, member, null);
  const visible = (entityKey: string) => others.entity(entityKey)?.reach("list") ?? NOTHING;
  return { memberId: member.id, email: member.email, access, visible };
}

/** What the author may not do with a record, and the verbs whose scopes the record must be in. */
type Permitted = { refusals: ErrorDetail[]; verbs: VerbWord[] };

const ALL: Permitted = { refusals: [], verbs: [] };

/** `record` is the record as in the file; `data` is complete. */
export function permitNew({ access }: Author, record: JsonObject, data: JsonObject): Permitted {
  if (access === null) return ALL;
  return permit(access, record, () => {
    requireInitialState(access, { ...data, ...record });
    return ["create"];
  });
}

/**
 * `record` is the record as in the file, without the value it was found by. `changed` has the values that differ from `stored`.
 */
export function permitChange(
  { access }: Author,
  { record, stored, changed }: { record: JsonObject; stored: JsonObject; changed: JsonObject },
): Permitted {
  if (access === null) return ALL;
  return permit(access, record, () => ["update", ...requireTransition(access, stored, changed)]);
}

/** `requireState` throws if the lifecycle does not allow the state, and returns the verbs that it requires. */
function permit(access: EntityAccess, record: JsonObject, requireState: () => VerbWord[]): Permitted {
  const keys = Object.keys(record).filter((key) => access.entity.fields.has(key));
  const denied = deniedKeys(access, keys);
  const unknown = keys.filter((key) => !denied.includes(key));
  const refusals = [
    ...readOnlyMembers(record),
    ...denied.map((field) => ({ field, message: "may not be written by this member" })),
    ...unknownKeys(access, unknown),
  ];
  try {
    return { refusals, verbs: [...requireState(), ...writeVerbs(access, keys)] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      refusals: [...refusals, { field: access.entity.lifecycle?.field ?? "", message: error.message }],
      verbs: [],
    };
  }
}

function readOnlyMembers(record: JsonObject): ErrorDetail[] {
  return ["created", "updated"]
    .filter((key) => record[key] !== undefined)
    .map((field) => ({ field, message: "is set by the system; leave it out, or import without --as" }));
}
