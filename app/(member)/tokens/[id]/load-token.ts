/** Everything that the page of a token shows. The token is found once, and all that is read of it takes what was found. */
import { type AuditEntry, listTokenHistory } from "@/lib/audit/list";
import {
  acceptedSince,
  type CallsSince,
  callsSince,
  type ListedCall,
  lastCalls,
  type Usage,
  type UsagePeriod,
  usageOf,
} from "@/lib/call-log/usage";
import { type ExplainedRefusal, recentRefusals } from "@/lib/explanation/explain";
import { listUnusedPermissions, type UnusedPermission } from "@/lib/explanation/unused-permissions";
import type { Member } from "@/lib/model";
import { describeToken, type TokenDetail } from "@/lib/tokens/detail";
import { findVisibleToken } from "@/lib/tokens/visible-token";
import { surelyStopped } from "./revoke/recently-used";
import { currentPair, type Pair } from "./rotation/pair";

export type PairInUse = Pair & { byOld: CallsSince; byNext: CallsSince };

type TokenPageData = {
  detail: TokenDetail;
  usage: Usage;
  refusals: ExplainedRefusal[];
  calls: ListedCall[];
  history: AuditEntry[];
  pair: PairInUse | null;
  unused: UnusedPermission[];
  /** How many requests were accepted since the token was revoked; 0 while it is not. */
  accepted: number;
};

type Asked = { id: string; member: Member; period: UsagePeriod; now: Date };

/**
 * null for a token that is not the member's to see, as for one that does not exist. One question after the other: they take a
 * millisecond each, and the connections are those that requests of the API wait for.
 */
export async function loadToken({ id, member, period, now }: Asked): Promise<TokenPageData | null> {
  const visible = await findVisibleToken(id, member, now);
  if (visible === null) return null;
  const { revoked } = visible.token;
  const detail = await describeToken(visible, now);
  return {
    detail,
    usage: await usageOf(visible, period, now),
    refusals: await recentRefusals(visible),
    calls: await lastCalls(visible),
    history: await listTokenHistory(visible),
    pair: await loadPair(detail),
    unused: await listUnusedPermissions(detail, now),
    accepted: revoked === null ? 0 : await acceptedSince(visible, surelyStopped(revoked)),
  };
}

async function loadPair(detail: TokenDetail): Promise<PairInUse | null> {
  const pair = currentPair(detail);
  if (pair === null) return null;
  const { old, next } = pair;
  const byOld = await callsSince(old, next.token.created);
  const byNext = await callsSince(next, next.token.created);
  return { ...pair, byOld, byNext };
}
