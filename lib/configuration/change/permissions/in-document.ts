/**
 * The part of a document that decides on permissions: organisation, roles, and which entities are exposed. It changes no record
 * and nothing that is built for records, so it can change beside an apply that takes long. Pure.
 */
import { isDeepStrictEqual } from "node:util";
import type { Configuration } from "../../../model";
import type { EntityDocument, OrganizationDocument, StoredDocument } from "../../schema";
import type { RunningPlan } from "../plan/plan";
import { findListedByCreator } from "../tables/partition";

export type Permissions = Pick<StoredDocument, "organization" | "roles"> & {
  exposed: Readonly<Record<string, boolean | undefined>>;
};

export function permissionsOf({ organization, roles, entities }: StoredDocument): Permissions {
  return { organization, roles, exposed: Object.fromEntries(entities.map(({ key, exposed }) => [key, exposed])) };
}

/** The file with other permissions. Entities that those do not know keep what the file says. */
export function withPermissions(file: OrganizationDocument, permissions: Permissions): OrganizationDocument {
  const { organization, roles, exposed } = permissions;
  const entities = file.entities.map((entity) =>
    Object.hasOwn(exposed, entity.key) ? withExposure(entity, exposed[entity.key]) : entity,
  );
  return { ...file, organization, ...(roles === undefined ? {} : { roles }), entities };
}

function withExposure({ exposed: _, ...entity }: EntityDocument, exposed: boolean | undefined): EntityDocument {
  return exposed === undefined ? entity : { ...entity, exposed };
}

/** Whether the plan changes permissions or members, and nothing else. */
export function changesPermissionsAlone({ before, after, renames, changes }: RunningPlan): boolean {
  const others = ({ entities }: StoredDocument) => entities.map((entity) => withExposure(entity, undefined));
  return changes.length > 0 && renames.size === 0 && isDeepStrictEqual(others(before), others(after));
}

/** Whether lists under the later permissions need an index that those under the former did not. */
export function needsIndexes(former: Configuration, later: Configuration): boolean {
  const before = findListedByCreator(former);
  return [...findListedByCreator(later)].some((key) => !before.has(key));
}
