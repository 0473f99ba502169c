/** A token as the list in the browser knows it: these fields and no others. */
import type { Sparkline, Trouble } from "@/lib/call-log/usage";
import type { Scopes } from "@/lib/model";
import type { ListedToken } from "@/lib/tokens/list";
import type { TokenStatus } from "@/lib/tokens/status";
import { type DrawnDays, drawDays } from "../sparkline";

export type TokenItem = {
  id: string;
  name: string;
  purpose: string;
  hint: string;
  owner: { name: string; email: string };
  scopes: Scopes;
  status: TokenStatus;
  created: Date;
  expires: Date | null;
  revoked: Date | null;
  lastUsed: Date | null;
  lastUsedAddress: string | null;
  /** The ids of the other half of a rotation. */
  replaces: string | null;
  replacedBy: string | null;
  /** null: not used within thirty days. */
  days: DrawnDays | null;
  /** null: none within a day. */
  trouble: Trouble | null;
};

type TokenUse = { days: Sparkline | undefined; trouble: Trouble | undefined };

export function toTokenItem(token: ListedToken, { days, trouble }: TokenUse): TokenItem {
  return {
    id: token.id,
    name: token.name,
    purpose: token.purpose,
    hint: token.hint,
    owner: { name: token.owner.name, email: token.owner.email },
    scopes: token.scopes,
    status: token.status,
    created: token.created,
    expires: token.expires,
    revoked: token.revoked,
    lastUsed: token.lastUsed,
    lastUsedAddress: token.lastUsedAddress,
    replaces: token.replaces,
    replacedBy: token.replacedBy,
    days: days === undefined ? null : drawDays(days),
    trouble: trouble ?? null,
  };
}
