/** Describes in sentences what was done to a token. The details are JSON of any age, so missing parts are omitted. */
import { exactTime } from "@/components/ui/time/relative-time";
import { readLimits } from "@/lib/access/token-limits";
import type { AuditEntry } from "@/lib/audit/list";
import { tokenHint } from "@/lib/authentication/token-form";
import type { JsonObject, JsonValue, Scopes } from "@/lib/model";
import { describeLimits, describeTightening } from "@/lib/tokens/limit-words";
import type { VisibleToken } from "@/lib/tokens/read/visibility";
import { findWidening } from "@/lib/tokens/scopes";

export function describeEvent({ action, details }: Pick<AuditEntry, "action" | "details">, zone?: string): string {
  return DESCRIPTIONS[action]?.(details, zone) ?? action;
}

const DESCRIPTIONS: Partial<Record<AuditEntry["action"], (details: JsonObject, zone?: string) => string>> = {
  "token.create": ({ name, scopes, limits, expires }, zone) =>
    `Created${named(name)}${granted(scopes)}${limited(limits)}${until(expires, zone)}`,
  "token.rename": describeRenaming,
  "token.narrow": describeNarrowing,
  "token.limit": ({ before, after }) =>
    `Limited further: ${describeTightening(readLimits(before), readLimits(after)).join("; ")}`,
  "token.rotate": ({ successor, expires, worksUntil: end }, zone) =>
    `Rotated to ${hintOf(successor)}${until(expires, zone)}${worksUntil(end, zone)}`,
  "token.hand-over": ({ to, successor, worksUntil: end }, zone) =>
    `Handed over to ${to}, as ${hintOf(successor)}${worksUntil(end, zone)}`,
  "token.end-overlap": ({ successor }) => `Overlap with ${hintOf(successor)} ended: stopped`,
  "token.revoke": ({ reason, days }) => (reason === "unused" ? `Revoked: not used for ${days} days` : "Revoked"),
};

function describeRenaming({ before, after }: JsonObject): string {
  const [from, to] = [toObject(before), toObject(after)];
  const parts = [
    from.name === to.name ? null : `Renamed from “${from.name}” to “${to.name}”`,
    from.purpose === to.purpose ? null : describePurpose(from.purpose, to.purpose),
  ].filter((part) => part !== null);
  return parts.join(". ") || "Renamed";
}

function describePurpose(from: JsonValue | undefined, to: JsonValue | undefined): string {
  if (!to) return `Purpose “${from}” removed`;
  return from ? `Purpose changed from “${from}” to “${to}”` : `Purpose given: “${to}”`;
}

function describeNarrowing({ before, after }: JsonObject): string {
  const [from, to] = [toScopes(before), toScopes(after)];
  if (to === null) return "Access narrowed";
  if (from === null) return `Access narrowed from everything to ${formatAccess(to)}`;
  const removed = from
    .map(({ entity, verbs }) => ({
      entity,
      verbs: verbs.filter((verb) => findWidening(to, [{ entity, verbs: [verb] }]).length > 0),
    }))
    .filter(({ verbs }) => verbs.length > 0);
  return `Access narrowed: ${formatAccess(removed)} removed`;
}

function formatAccess(scopes: NonNullable<Scopes>): string {
  return scopes.map(({ entity, verbs }) => `${verbs.join(", ")} on ${entity}`).join("; ");
}

function named(name: JsonValue | undefined): string {
  return typeof name === "string" ? ` as “${name}”` : "";
}

function granted(scopes: JsonValue | undefined): string {
  if (scopes === undefined) return "";
  const to = toScopes(scopes);
  return to === null ? ", for everything its owner can do" : `, for ${formatAccess(to)}`;
}

function limited(limits: JsonValue | undefined): string {
  return describeLimits(readLimits(limits))
    .map((limit) => `, ${limit}`)
    .join("");
}

function until(expires: JsonValue | undefined, zone?: string): string {
  if (expires === null) return ", never to expire";
  const moment = toMoment(expires);
  return moment === null ? "" : `, to expire on ${exactTime(moment, zone)}`;
}

function worksUntil(end: JsonValue | undefined, zone?: string): string {
  const moment = toMoment(end);
  return moment === null ? "" : `; this one to work until ${exactTime(moment, zone)}`;
}

function hintOf(id: JsonValue | undefined): string {
  return typeof id === "string" ? tokenHint(id) : "another token";
}

function toMoment(value: JsonValue | undefined): Date | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value) : null;
}

function toObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function toScopes(value: JsonValue | undefined): Scopes {
  if (!Array.isArray(value)) return null;
  return value.map(toObject).map(({ entity, verbs }) => ({
    entity: String(entity),
    verbs: Array.isArray(verbs) ? verbs.filter((verb) => typeof verb === "string") : [],
  }));
}

/**
 * Merges what is kept about each secret of a token. `lists`: one for each version, in the order of `versions`. Returns newest first;
 * `secret` is the hint of the item's secret.
 */
export function newestOf<Item extends { at: Date }>(
  versions: readonly VisibleToken[],
  lists: readonly (readonly Item[])[],
): (Item & { secret: string })[] {
  return lists
    .flatMap((items, index) => items.map((item) => ({ ...item, secret: versions[index]?.token.hint ?? "" })))
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}
