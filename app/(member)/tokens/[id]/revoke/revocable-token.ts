/** What is shown of a token before it is revoked. Pure. */
import { relativeTime } from "@/components/ui/time/relative-time";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { otherWorkingHint } from "../rotation/pair";
import { isRecentlyUsed } from "./recently-used";

export type RevocableToken = {
  id: string;
  name: string;
  hint: string;
  owner: string;
  /** "3 minutes ago from 10.0.0.8", or that it was never used. */
  lastUsed: string;
  isRecentlyUsed: boolean;
  /** The other secret of the same rotation, if it keeps working. */
  otherHint: string | null;
};

export function toRevocable(detail: TokenDetail, now: Date): RevocableToken {
  const { id, name, hint, owner, lastUsed, lastUsedAddress } = detail.token;
  const from = lastUsedAddress === null ? "" : ` from ${lastUsedAddress}`;
  return {
    id,
    name,
    hint,
    owner: owner.name,
    lastUsed: lastUsed === null ? "Never" : `${relativeTime(lastUsed, now)}${from}`,
    isRecentlyUsed: isRecentlyUsed(lastUsed, now),
    otherHint: otherWorkingHint(detail),
  };
}
