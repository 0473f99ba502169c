/** The rules across the parts of an organization file: keys are distinct, names exist, values fit. Reports every issue. */
import type { Entity, JsonValue } from "../../model";
import { compileEntity } from "../compile";
import { checkDistinct, checkValues, type Issue, type Path } from "../issues";
import type { MemberDocument, OrganizationDocument } from "../schema";
import { checkEntity } from "./entity";
import { checkRole } from "./role";

export function checkDocument(document: OrganizationDocument): Issue[] {
  const { entities, roles = [], members = [] } = document;
  const textIssues = checkTexts(document as JsonValue, []);
  // PostgreSQL cannot store such text, and the other rules would fail on it.
  if (textIssues.length > 0) return textIssues;

  const faultOfRole = (key: string) => (roles.some((role) => role.key === key) ? null : `there is no role "${key}"`);
  const compiled = new Map<string, Entity>(entities.map((entity) => [entity.key, compileEntity(entity, entity.key)]));
  return [
    ...checkDistinct(entities, "key", ["entities"]),
    ...entities.flatMap((entity, index) => checkEntity(entity, compiled, ["entities", index])),
    ...checkDistinct(roles, "key", ["roles"]),
    ...roles.flatMap((role, index) => checkRole(role, compiled, ["roles", index])),
    ...checkDistinct(members, "email", ["members"]),
    ...members.flatMap((member, index) => checkValues(member.roles, ["members", index, "roles"], faultOfRole)),
    ...members.flatMap((member, index) => checkKeepers(member, ["members", index, "keepers"])),
  ];
}

function checkKeepers({ kind, keepers = [], email }: MemberDocument, path: Path): Issue[] {
  if (keepers.length > 0 && kind !== "service") return [{ path, message: "only a service account has keepers" }];
  return checkValues(keepers, path, (keeper) => (keeper === email ? "an account is not its own keeper" : null));
}

function checkTexts(value: JsonValue | undefined, path: Path): Issue[] {
  if (typeof value === "string") {
    const storable = !value.includes("\0") && value.isWellFormed();
    return storable ? [] : [{ path, message: "must not contain a NUL character or half of a surrogate pair" }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => checkTexts(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...checkTexts(key, path),
    ...checkTexts(item, [...path, key]),
  ]);
}
