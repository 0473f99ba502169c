/** The rules of one role: its grants are on entities of the file, and each `where` is a valid filter on that entity. */
import { ApiError } from "../../errors";
import { type Entity, type JsonValue, MEMBER_EMAIL, MEMBER_ID } from "../../model";
import { parseFilter } from "../../query/filter/filter";
import { FilterFault } from "../../query/filter/filter-fault";
import { requireKnownIds } from "../../query/filter/known-values";
import { grantResolver, planFilter } from "../../query/plan";
import type { Issue, Path } from "../issues";
import type { RoleDocument } from "../schema";

export function checkRole(role: RoleDocument, entities: ReadonlyMap<string, Entity>, path: Path): Issue[] {
  return role.grants.flatMap((grant, index) => {
    const at = [...path, "grants", index];
    const entity = entities.get(grant.entity);
    if (entity === undefined) return [{ path: [...at, "entity"], message: `there is no entity "${grant.entity}"` }];
    return grant.where === undefined ? [] : checkWhere(grant.where, entity, [...at, "where"]);
  });
}

function checkWhere(where: JsonValue, entity: Entity, path: Path): Issue[] {
  const unknown = findUnknownVariables(where, path);
  if (unknown.length > 0) return unknown;
  try {
    requireKnownIds(planFilter(parseFilter(bindExample(where)), grantResolver(entity)));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error instanceof FilterFault) return [{ path: placeWithin(path, error.place), message: error.fault }];
    const fields = error.reason?.step === "shape" ? error.reason.fields : [];
    const message = fields.some((name) => name.includes("."))
      ? "looks at its own record only: a row scope cannot follow a reference"
      : `names a field that "${entity.key}" does not have`;
    return [{ path, message }];
  }
}

/** Appends a place as filter errors name it (`where.and[1]`) to `path`, which already ends with `where`. */
function placeWithin(path: Path, place: string): Path {
  const steps = place.match(/[^.[\]]+/g)?.slice(1) ?? [];
  return [...path, ...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))];
}

/** An example value for each variable, to check the filter with. */
const EXAMPLES = new Map([
  [MEMBER_ID, "00000000-0000-7000-8000-000000000000"],
  [MEMBER_EMAIL, "member@example.test"],
]);

/** An unknown variable would be taken as a text that equals no value, so `neq` would match all records. */
function findUnknownVariables(value: JsonValue, path: Path): Issue[] {
  if (typeof value === "string") {
    if (!value.startsWith("$member") || EXAMPLES.has(value)) return [];
    return [{ path, message: `there is no variable ${value}; there are ${[...EXAMPLES.keys()].join(" and ")}` }];
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([at, item]) => findUnknownVariables(item, [...path, at]));
}

function bindExample(where: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(where), (_, value) => EXAMPLES.get(value) ?? value);
}
