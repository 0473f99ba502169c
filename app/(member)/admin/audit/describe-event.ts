/** What happened, in words. Pure. Details are stored JSON of any age: what is missing there is left unsaid. */
import type { AuditEntry } from "@/lib/audit/list";
import type { AuditAction } from "@/lib/events";
import type { JsonObject, JsonValue } from "@/lib/model";
import { describeEvent } from "../../tokens/[id]/history/history-words";
import { describePolicy, readPolicy } from "../policy/policy-words";
import { describeMemberChange, describeNewMember, describeRefusedCode, describeSignIn } from "./member-words";

export const ACTION_LABELS: Record<AuditAction, string> = {
  "configuration.apply": "Configuration applied",
  "configuration.policy": "Token policy changed",
  "member.accept-invitation": "Invitation accepted",
  "member.activate": "Member activated",
  "member.change": "Member changed",
  "member.create": "Service account created",
  "member.deactivate": "Member deactivated",
  "member.invite": "Member invited",
  "member.recovery-codes": "New recovery codes",
  "member.reset-account": "Password and second factor reset",
  "member.reset-second-factor": "Second factor reset",
  "member.second-factor-off": "Second factor turned off",
  "member.second-factor-on": "Second factor set up",
  "member.second-factor-refused": "Wrong code refused",
  "member.set-password": "Password set",
  "member.sign-in": "Signed in",
  "member.sign-in-link": "Sign-in link created",
  "member.withdraw-invitation": "Invitation withdrawn",
  "records.import": "Records imported",
  "token.create": "Token created",
  "token.rename": "Token renamed",
  "token.narrow": "Token access narrowed",
  "token.limit": "Token limited",
  "token.rotate": "Token rotated",
  "token.hand-over": "Token handed over",
  "token.end-overlap": "Overlap ended",
  "token.revoke": "Token revoked",
};

/** What there is to say beyond the label and the subject, in sentences of their own. */
export function describeDetails({ action, details }: Pick<AuditEntry, "action" | "details">): string[] {
  switch (action) {
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
      return ["Until then one organisation alone vouched for the account. Whoever runs the service does now."];
    case "member.second-factor-refused":
      return describeRefusedCode(details);
    case "member.invite":
    case "member.create":
      return describeNewMember(details);
    case "member.change":
      return describeMemberChange(details);
    case "token.revoke":
      return details.reason === undefined ? [] : [describeEvent({ action, details })];
    case "token.create":
    case "token.rename":
    case "token.narrow":
    case "token.limit":
    case "token.hand-over":
    case "token.rotate":
    case "token.end-overlap":
      return [describeEvent({ action, details })];
    default:
      return [];
  }
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
