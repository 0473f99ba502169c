import type { SelectOption } from "@/components/ui/controls/field";
import { COMMAND_LINE } from "@/lib/events";
import { listMemberEmails } from "@/lib/store/people/members";
import { TOKEN_POLICY } from "@/lib/store/tokens/due";
import { listTokenNames } from "@/lib/store/tokens/standing";
import type { AuditState } from "./audit-address";

/** Further people are found by a part of their address, further tokens through the token's page, which links here. */
const MAX_CHOICES = 200;

/** `actors` are suggestions: the filter also accepts a part of an address. */
export type AuditChoices = { actors: string[]; tokens: SelectOption[] };

export async function loadChoices(organizationId: string, { subject }: AuditState): Promise<AuditChoices> {
  const emails = await listMemberEmails(organizationId, MAX_CHOICES);
  const named = await listTokenNames({ organizationId }, { limit: MAX_CHOICES, andId: subject ?? null });
  const tokens = named.map(({ id, name }) => ({ value: id, label: name }));
  // A member's address, or a version of the configuration.
  if (subject !== undefined && tokens.every(({ value }) => value !== subject))
    tokens.push({ value: subject, label: subject });
  return { actors: [COMMAND_LINE, TOKEN_POLICY, ...emails], tokens: [{ value: "", label: "Any token" }, ...tokens] };
}
