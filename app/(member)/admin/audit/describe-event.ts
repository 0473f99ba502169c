/** Describes an event in words. Its details are JSON of any age, so missing parts are omitted. */
import { z } from "zod";
import type { AuditEntry } from "@/lib/audit/list";
import type { AuditAction } from "@/lib/events";
import { capitalized } from "@/lib/messages/cut-text";
import { type JsonObject, type JsonValue, SECOND_FACTOR_RULES } from "@/lib/model";
import { describeEvent } from "../../tokens/[id]/history/history-words";
import { describePolicy } from "../policy/policy-words";

export function describeDetails({ action, details }: Pick<AuditEntry, "action" | "details">, zone?: string): string[] {
  if (action === "token.revoke" && details.reason === undefined) return [];
  if (action.startsWith("token.")) return [describeEvent({ action, details }, zone)];
  if (action.startsWith("webhook.")) return describeWebhook(details);
  return DETAILS[action]?.(details) ?? [];
}

const DETAILS: Partial<Record<AuditAction, (details: JsonObject) => string[]>> = {
  "audit.export": describeExport,
  "configuration.apply": ({ changes }) => textsOf(changes),
  "configuration.policy": ({ after }) => {
    const { data } = STORED_POLICY.safeParse(after);
    return data === undefined ? [] : [describePolicy(data)];
  },
  "records.import": describeImport,
  "member.sign-in": describeSignIn,
  "member.reset-account": () => [
    "The account now belongs to several organizations, so only an operator of the service can vouch for it.",
  ],
  "member.second-factor-refused": ({ reason }) => (typeof reason === "string" ? [capitalized(reason)] : []),
  "member.invite": describeNewMember,
  "member.create": describeNewMember,
  "member.change": describeMemberChange,
};

/** A part that older events do not have was no requirement. */
const STORED_POLICY = z.object({
  maxLifetimeDays: z.number().nullable(),
  allowNeverExpiring: z.boolean(),
  requirePurpose: z.boolean(),
  revokeUnusedAfterDays: z.number().nullable().catch(null),
  allowedAddresses: z.array(z.string()).catch([]),
  maxLiveTokens: z.number().nullable().catch(null),
  requireSecondFactor: z.enum(SECOND_FACTOR_RULES).nullable().catch(null),
});

function describeWebhook({ name, url, since, reason }: JsonObject): string[] {
  const target = typeof url === "string" ? ` to ${url}` : "";
  const sentences = [
    typeof name === "string" && `${name}${target}`,
    typeof since === "string" && `Everything since ${since} is sent again`,
    reason === "GONE" && "The receiver answered 410",
    reason === "FAILING" && "Nothing was accepted for five days",
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function describeExport(details: JsonObject): string[] {
  const filters = Object.entries(details).map(([name, value]) => `${name} = ${value}`);
  return filters.length === 0 ? ["All events"] : [`Filtered by ${filters.join(", ")}`];
}

function describeImport({ file, created, refused }: JsonObject): string[] {
  if (typeof created !== "number") return [];
  const from = typeof file === "string" ? ` from ${file}` : "";
  return [
    `${created.toLocaleString("en")} created${from}${refused ? `, ${refused.toLocaleString("en")} refused` : ""}`,
  ];
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function describeNewMember({ roles, admin, keepers }: JsonObject): string[] {
  return [
    ...(Array.isArray(roles) ? [`Roles: ${listed(roles)}`] : []),
    ...(admin === true ? ["As an administrator"] : []),
    ...(Array.isArray(keepers) ? [`Managers: ${listed(keepers)}`] : []),
  ];
}

const LISTS: Record<string, string> = { roleKeys: "Roles", keepers: "Managers" };

function describeMemberChange(details: JsonObject): string[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const { before, after } = value;
    if (key === "admin") return [after === true ? "Made an administrator" : "No longer an administrator"];
    if (key === "name") return [`Renamed from “${before}” to “${after}”`];
    const label = LISTS[key];
    return label === undefined ? [] : [`${label} changed from ${listed(before)} to ${listed(after)}`];
  });
}

function describeSignIn({ method, secondFactor }: JsonObject): string[] {
  if (typeof method !== "string") return [];
  if (typeof secondFactor !== "object" || secondFactor === null || Array.isArray(secondFactor)) return [`By ${method}`];
  const { by, codesLeft } = secondFactor;
  return [`By ${method} and ${by}${typeof codesLeft === "number" ? `, ${codesLeft} left` : ""}`];
}

function listed(value: JsonValue | undefined): string {
  if (!Array.isArray(value) || value.length === 0) return "none";
  return value.filter((each) => typeof each === "string").join(", ");
}
