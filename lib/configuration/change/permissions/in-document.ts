/** Permissions in a document: organization, roles, exposed entities. They affect no stored data, so they can change during an apply. */
import { isDeepStrictEqual } from "node:util";
import type { Configuration, JsonObject, JsonValue } from "../../../model";
import type { EntityDocument, RoleDocument, StoredDocument } from "../../schema";
import type { RunningPlan } from "../plan/plan";
import { findListedByCreator } from "../tables/partition";

/** Kept by part, because others who change one role, or the policy, do not decide on the rest. */
type Permissions = { organization: Parts; roles: Parts<RoleDocument>; exposed: Parts };

type Parts<Part = JsonValue> = ReadonlyMap<string, Part | undefined>;

function permissionsOf({ organization, roles = [], entities }: StoredDocument): Permissions {
  return {
    organization: new Map(Object.entries(organization as JsonObject)),
    roles: new Map(roles.map((role) => [role.key, role])),
    exposed: new Map(entities.map(({ key, exposed }) => [key, exposed])),
  };
}

/** The parts that differ, as they are afterwards; undefined if they are gone. */
export function findChangedPermissions(before: StoredDocument, after: StoredDocument): Permissions {
  const [from, to] = [permissionsOf(before), permissionsOf(after)];
  return {
    organization: changedParts(from.organization, to.organization),
    roles: changedParts(from.roles, to.roles),
    exposed: changedParts(from.exposed, to.exposed),
  };
}

function changedParts<Part>(before: Parts<Part>, after: Parts<Part>): Parts<Part> {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    names
      .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
      .map((name) => [name, after.get(name)] as const),
  );
}

/** Only the parts that one of the others names. */
export function partsNamedIn({ organization, roles, exposed }: Permissions, others: Permissions[]): Permissions {
  const named = <Part>(parts: Parts<Part>, kind: keyof Permissions) =>
    new Map([...parts].filter(([name]) => others.some((other) => other[kind].has(name))));
  return {
    organization: named(organization, "organization"),
    roles: named(roles, "roles"),
    exposed: named(exposed, "exposed"),
  };
}

/** `~ role sales`, without the sign. */
export function subjectsOf({ organization, roles, exposed }: Permissions): string[] {
  return [
    ...[...organization.keys()].map((member) => `organization, ${member}`),
    ...[...roles.keys()].map((key) => `role ${key}`),
    ...[...exposed.keys()].map((key) => `entity ${key}, exposed`),
  ];
}

/** The file with other permissions. What those do not name stays as the file says. */
export function withPermissions<Document extends StoredDocument>(file: Document, permissions: Permissions): Document {
  const { organization, roles, exposed } = permissions;
  return {
    ...file,
    organization: withoutUndefined({ ...file.organization, ...Object.fromEntries(organization) }),
    ...(roles.size === 0 ? {} : { roles: withRoles(file.roles ?? [], roles) }),
    entities: file.entities.map((entity) =>
      exposed.has(entity.key) ? withExposure(entity, exposed.get(entity.key) as boolean | undefined) : entity,
    ),
  };
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

function withRoles(own: RoleDocument[], others: Permissions["roles"]): RoleDocument[] {
  const named = new Set(own.map(({ key }) => key));
  const added = [...others].flatMap(([key, role]) => (named.has(key) || role === undefined ? [] : [role]));
  return [...own.flatMap((role) => (others.has(role.key) ? (others.get(role.key) ?? []) : role)), ...added];
}

function withExposure({ exposed: _, ...entity }: EntityDocument, exposed: boolean | undefined): EntityDocument {
  return exposed === undefined ? entity : { ...entity, exposed };
}

export function changesPermissionsAlone({ before, after, renames, changes }: RunningPlan): boolean {
  return changes.length > 0 && renames.size === 0 && differInPermissionsAlone(before, after);
}

export function differInPermissionsAlone(before: StoredDocument, after: StoredDocument): boolean {
  const others = ({ entities }: StoredDocument) => entities.map((entity) => withExposure(entity, undefined));
  return isDeepStrictEqual(others(before), others(after));
}

/** True if lists under the later permissions need an index that those under the former did not. */
export function needsIndexes(former: Configuration, later: Configuration): boolean {
  const before = findListedByCreator(former);
  return [...findListedByCreator(later)].some((key) => !before.has(key));
}
