/** What the log can be narrowed to: the people of the organisation, and its tokens by their names. */
import type { SelectOption } from "@/components/ui/controls/field";
import { COMMAND_LINE } from "@/lib/events";
import { listMemberEmails } from "@/lib/store/people/members";
import { TOKEN_POLICY } from "@/lib/store/tokens/due";
import { listTokenNames } from "@/lib/store/tokens/standing";
import type { AuditSearch } from "./audit-address";

/** More people are found by a part of their address, more tokens by the page of the token, which leads here. */
const MAX_CHOICES = 200;

/** `actors` are suggestions: a part of an address will do. */
export type AuditChoices = { actors: string[]; tokens: SelectOption[] };

export async function loadChoices(organizationId: string, { subject }: AuditSearch): Promise<AuditChoices> {
  const emails = await listMemberEmails(organizationId, MAX_CHOICES);
  const named = await listTokenNames({ organizationId }, { limit: MAX_CHOICES, andId: subject || null });
  const tokens = named.map(({ id, name }) => ({ value: id, label: name }));
  // A member's address, or a version of the configuration.
  if (subject !== "" && tokens.every(({ value }) => value !== subject)) tokens.push({ value: subject, label: subject });
  return { actors: [COMMAND_LINE, TOKEN_POLICY, ...emails], tokens: [{ value: "", label: "Anything" }, ...tokens] };
}
