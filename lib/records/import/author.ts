/** On whose behalf records are imported, and what that author is held to beyond the validation that all records pass. */
import { compileAccess, compileEntityAccess, type EntityAccess } from "../../access/compile";
import { permissionDenied } from "../../access/require";
import { ApiError, type ErrorDetail } from "../../errors";
import type { Configuration, Entity, JsonObject, Member, VerbWord } from "../../model";
import { EVERYTHING, NOTHING, type PlannedFilter, planScope } from "../../query/plan";
import { requireInitialState, requireTransition } from "../rules/lifecycle";
import { unknownKeys } from "../rules/write-permissions";

export type Author = {
  /** What `createdBy` will be; null is the system. */
  memberId: string | null;
  email: string | null;
  /** `record` is as the file has it, `data` is complete. */
  findRefusals(record: JsonObject, data: JsonObject): ErrorDetail[];
  /** What the new record must match: to be created, and to have these fields written. */
  scopesOf(record: JsonObject): PlannedFilter[];
  /** Of a record that is there: what is wrong with changing it so, and what it must match before and after. */
  judgeChange(change: RecordChange): { refusals: ErrorDetail[]; scopes: PlannedFilter[] };
  /** The records of an entity that this author may point to. */
  visible(entityKey: string): PlannedFilter;
};

/** `record`: as the file has it, without what it was found by. `changed`: what is other than `stored`. */
type RecordChange = { record: JsonObject; stored: JsonObject; changed: JsonObject };

/** May do everything: fields that are read-only to callers, any state of a lifecycle, any date. */
export const SYSTEM: Author = {
  memberId: null,
  email: null,
  findRefusals: () => [],
  scopesOf: () => [],
  judgeChange: () => ({ refusals: [], scopes: [] }),
  visible: () => EVERYTHING,
};

/** May do what the member may do through the API. Throws PERMISSION_DENIED where that is not to create records. */
export function memberAuthor(configuration: Configuration, entity: Entity, member: Member): Author {
  const access = compileEntityAccess(configuration, entity, member, null);
  if (!access.permissions.create)
    throw permissionDenied(`${member.email} may not create records of ${entity.key}.`, { step: "verb" });
  const others = compileAccess(configuration, member, null);
  // Planned once: rows are selected by scope, and know scopes by identity.
  const planned = new Map<VerbWord, PlannedFilter>();
  const ofVerb = (verb: VerbWord): PlannedFilter => {
    const scope = planned.get(verb) ?? planScope(access.scopeOf(verb), entity);
    planned.set(verb, scope);
    return scope;
  };
  const ofField = new Map([...access.writable].map(([key, scope]) => [key, planScope(scope, entity)]));
  const scopesOf = (verbs: VerbWord[], record: JsonObject) =>
    [...verbs.map(ofVerb), ...Object.keys(record).map((key) => ofField.get(key) ?? EVERYTHING)].filter(
      (scope) => scope.kind !== "everything",
    );
  return {
    memberId: member.id,
    email: member.email,
    findRefusals: (record, data) => [
      ...readOnlyMembers(record),
      ...fieldRefusals(access, record),
      ...stateRefusals(access, record, data),
    ],
    scopesOf: (record) => scopesOf(["create"], record),
    judgeChange: ({ record, stored, changed }) => {
      const way = judgeWay(access, stored, changed);
      return {
        refusals: [...readOnlyMembers(record), ...fieldRefusals(access, record), ...way.refusals],
        scopes: scopesOf(["update", ...way.verbs], record),
      };
    },
    visible: (entityKey) => {
      const target = others.entity(entityKey);
      return target === null ? NOTHING : planScope(target.scopeOf("list"), target.entity);
    },
  };
}

function readOnlyMembers(record: JsonObject): ErrorDetail[] {
  return ["created", "updated"]
    .filter((key) => record[key] !== undefined)
    .map((field) => ({ field, message: "is set by the system; leave it out, or import without --as" }));
}

function fieldRefusals(access: EntityAccess, record: JsonObject): ErrorDetail[] {
  const keys = Object.keys(record).filter((key) => access.entity.fields.has(key));
  const denied = keys.filter((key) => access.readable.has(key) && !access.writable.has(key));
  return [
    ...denied.map((field) => ({ field, message: "may not be written by this member" })),
    ...unknownKeys(
      access,
      keys.filter((key) => !access.readable.has(key)),
    ),
  ];
}

function stateRefusals(access: EntityAccess, record: JsonObject, data: JsonObject): ErrorDetail[] {
  return refusalsOf(access, () => requireInitialState(access, { ...data, ...record }));
}

/** The change of state, with the verbs that it asks for. */
function judgeWay(access: EntityAccess, stored: JsonObject, changed: JsonObject) {
  let verbs: VerbWord[] = [];
  const refusals = refusalsOf(access, () => {
    verbs = requireTransition(access, stored, changed);
  });
  return { refusals, verbs };
}

function refusalsOf({ entity }: EntityAccess, require: () => void): ErrorDetail[] {
  try {
    require();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [{ field: entity.lifecycle?.field ?? "", message: error.message }];
  }
}
