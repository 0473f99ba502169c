/** Everything that the page of a token shows. Rights are asked with each part: `range` goes along to all of them. */
import { type AuditEntry, listTokenHistory } from "@/lib/audit/list";
import type { Member } from "@/lib/model";
import { findTokenDetail, type TokenDetail } from "@/lib/tokens/detail";
import { type ExplainedRefusal, recentRefusals } from "@/lib/tokens/explain";
import { visibleTokens } from "@/lib/tokens/range";
import { listUnusedRights, type UnusedRight } from "@/lib/tokens/unused-rights";
import {
  acceptedSince,
  type CallsSince,
  callsSince,
  type ListedCall,
  lastCalls,
  type OfToken,
  type Usage,
  type UsagePeriod,
  usageOf,
} from "@/lib/tokens/usage";
import * as input from "./action-input";
import { surelyStopped } from "./revoke/recently-used";
import { currentPair, type Pair } from "./rotation/pair";

export type PairInUse = Pair & { byOld: CallsSince | null; byNext: CallsSince | null };

export type TokenPageData = {
  detail: TokenDetail;
  usage: Usage | null;
  refusals: ExplainedRefusal[];
  calls: ListedCall[];
  history: AuditEntry[];
  pair: PairInUse | null;
  unused: UnusedRight[];
  /** Of a revoked token: how many calls were accepted since. */
  accepted: number | null;
};

type Asked = { id: string; member: Member; period: UsagePeriod; now: Date };

/**
 * null for a token out of the member's range, as for one that does not exist. One question after the other: they take a
 * millisecond each, and the connections are those that the calls of the interface wait for.
 */
export async function loadToken({ id, member, period, now }: Asked): Promise<TokenPageData | null> {
  if (!input.tokenId.safeParse(id).success) return null;
  const target: OfToken = { tokenId: id, range: visibleTokens(member) };
  const detail = await findTokenDetail(target, now);
  if (detail === null) return null;
  const { revoked } = detail.token;
  return {
    detail,
    usage: await usageOf(target, period, now),
    refusals: await recentRefusals(target),
    calls: await lastCalls(target),
    history: await listTokenHistory(target),
    pair: await loadPair(detail, target),
    unused: await listUnusedRights(detail, now),
    accepted: revoked === null ? null : await acceptedSince(target, surelyStopped(revoked)),
  };
}

async function loadPair(detail: TokenDetail, { range }: OfToken): Promise<PairInUse | null> {
  const pair = currentPair(detail);
  if (pair === null) return null;
  const { old, next } = pair;
  const byOld = await callsSince({ tokenId: old.id, range }, next.created);
  const byNext = await callsSince({ tokenId: next.id, range }, next.created);
  return { ...pair, byOld, byNext };
}
