import { TOKEN_ID_PATTERN } from "@/lib/authentication/token-form";
import { COMMAND_LINE } from "@/lib/events";
import { listMemberEmails } from "@/lib/store/people/members";
import { TOKEN_POLICY } from "@/lib/store/tokens/due";
import { listTokenNames } from "@/lib/store/tokens/standing";
import type { FilterField } from "../../requests/filter-bar";
import { ACTION_GROUPS, ACTION_LABELS } from "./action-labels";
import type { AUDIT_LOG, AuditState } from "./audit-address";

/** Further people are found by a part of their address, further tokens through the token's page, which links here. */
const MAX_CHOICES = 200;

type AuditField = FilterField<keyof typeof AUDIT_LOG.filters>;

export async function loadChoices(organizationId: string, state: AuditState): Promise<AuditField[]> {
  const { subject } = state;
  const emails = await listMemberEmails(organizationId, MAX_CHOICES);
  const named = await listTokenNames({ organizationId }, { limit: MAX_CHOICES, andId: subject ?? null });
  const tokens = named.map(({ id, name }) => ({ value: id, label: name }));
  // A member's address, or a version of the configuration.
  if (subject !== undefined && tokens.every(({ value }) => value !== subject))
    tokens.push({ value: subject, label: subject });
  const fields: Omit<AuditField, "name" | "value">[] = [
    { filter: "who", label: "Who", placeholder: "Anyone", suggestions: [COMMAND_LINE, TOKEN_POLICY, ...emails] },
    { filter: "what", label: "What", options: [{ value: "", label: "All events" }], groups: EVENTS },
    {
      filter: "subject",
      // A subject that is not a token is a member or a version.
      label: subject === undefined || TOKEN_ID_PATTERN.test(subject) ? "Token" : "About",
      options: [{ value: "", label: "Any token" }, ...tokens],
    },
    { filter: "address", label: "IP address", placeholder: "Any address" },
    { filter: "from", label: "From day (UTC)", type: "date" },
    { filter: "to", label: "To day (UTC)", type: "date" },
  ];
  return fields.map((field) => ({ ...field, name: field.filter, value: state[field.filter] ?? "" }));
}

const EVENTS = ACTION_GROUPS.map(({ label, actions }) => ({
  label,
  options: actions.map((action) => ({ value: action, label: ACTION_LABELS[action] })),
}));
