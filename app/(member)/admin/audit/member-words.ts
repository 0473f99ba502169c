/** What was done to a member, in sentences. Pure. Details are stored JSON of any age: missing parts are omitted. */
import { capitalized } from "@/lib/messages/cut-text";
import type { JsonObject, JsonValue } from "@/lib/model";

/** Details of an invitation, or of a new service account. */
export function describeNewMember({ roles, admin, keepers }: JsonObject): string[] {
  return [
    ...(Array.isArray(roles) ? [`Roles: ${listed(roles)}`] : []),
    ...(admin === true ? ["As an administrator"] : []),
    ...(Array.isArray(keepers) ? [`Managers: ${listed(keepers)}`] : []),
  ];
}

const LISTS: Record<string, string> = { roleKeys: "Roles", keepers: "Managers" };

export function describeMemberChange(details: JsonObject): string[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const { before, after } = value;
    if (key === "admin") return [after === true ? "Made an administrator" : "No longer an administrator"];
    if (key === "name") return [`Renamed from “${before}” to “${after}”`];
    const label = LISTS[key];
    return label === undefined ? [] : [`${label} changed from ${listed(before)} to ${listed(after)}`];
  });
}

export function describeSignIn({ method, secondFactor }: JsonObject): string[] {
  if (typeof method !== "string") return [];
  if (typeof secondFactor !== "object" || secondFactor === null || Array.isArray(secondFactor)) return [`By ${method}`];
  const { by, codesLeft } = secondFactor;
  return [`By ${method} and ${by}${typeof codesLeft === "number" ? `, ${codesLeft} left` : ""}`];
}

export function describeRefusedCode({ reason }: JsonObject): string[] {
  return typeof reason === "string" ? [capitalized(reason)] : [];
}

function listed(value: JsonValue | undefined): string {
  if (!Array.isArray(value) || value.length === 0) return "none";
  return value.filter((each) => typeof each === "string").join(", ");
}
