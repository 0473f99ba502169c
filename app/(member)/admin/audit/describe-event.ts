/** What happened, in words. Pure. Details are stored JSON of any age: missing parts are omitted. */
import type { AuditEntry } from "@/lib/audit/list";
import type { JsonObject, JsonValue } from "@/lib/model";
import { describeEvent } from "../../tokens/[id]/history/history-words";
import { describePolicy, readPolicy } from "../policy/policy-words";
import { describeMemberChange, describeNewMember, describeRefusedCode, describeSignIn } from "./member-words";

/** Additional sentences beyond the label and the subject. */
export function describeDetails({ action, details }: Pick<AuditEntry, "action" | "details">, zone?: string): string[] {
  switch (action) {
    case "audit.export":
      return describeExport(details);
    case "configuration.apply":
      return textsOf(details.changes);
    case "configuration.policy": {
      const policy = readPolicy(details.after);
      return policy === null ? [] : [describePolicy(policy)];
    }
    case "records.import":
      return describeImport(details);
    case "member.sign-in":
      return describeSignIn(details);
    case "member.reset-account":
      return ["The account now belongs to several organisations, so only an operator of the service can vouch for it."];
    case "member.second-factor-refused":
      return describeRefusedCode(details);
    case "member.invite":
    case "member.create":
      return describeNewMember(details);
    case "member.change":
      return describeMemberChange(details);
    case "token.revoke":
      return details.reason === undefined ? [] : [describeEvent({ action, details }, zone)];
    case "token.create":
    case "token.rename":
    case "token.narrow":
    case "token.limit":
    case "token.hand-over":
    case "token.rotate":
    case "token.end-overlap":
      return [describeEvent({ action, details }, zone)];
    case "webhook.create":
    case "webhook.change":
    case "webhook.pause":
    case "webhook.resume":
    case "webhook.replay":
    case "webhook.rotate":
    case "webhook.test":
    case "webhook.delete":
    case "webhook.disable":
      return describeWebhook(details);
    default:
      return [];
  }
}

function describeWebhook({ name, url, since, reason }: JsonObject): string[] {
  const target = typeof url === "string" ? ` to ${url}` : "";
  const from = typeof since === "string" ? [`Everything since ${since} is sent again`] : [];
  const why =
    reason === "GONE"
      ? ["The receiver answered 410"]
      : reason === "FAILING"
        ? ["Nothing was accepted for five days"]
        : [];
  return [...(typeof name === "string" ? [`${name}${target}`] : []), ...from, ...why];
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
