/**
 * Keeps what is recorded small. Nobody counts: each batch clears with a chance that grows with what it added, so that a
 * token has twice as many calls as are kept of it at most, on average, however many processes write.
 */
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../../limits";
import { clearExcessCalls, clearOldCalls, type KeptCall } from "../../store/token-calls";
import { clearOldSums } from "../../store/token-usage";

/** One batch in so many also clears what is past its days: about once an hour, where a process is never idle. */
const AGE_SHARE = 1 / 3600;

export async function clearSome(added: KeptCall[], random = Math.random): Promise<void> {
  const crowded = [...shareOfKept(added)].filter(([, share]) => random() < share).map(([tokenId]) => tokenId);
  if (crowded.length > 0) await clearExcessCalls(crowded);
  if (random() >= AGE_SHARE) return;
  await clearOldCalls();
  await clearOldSums();
}

/** How much of what is kept of each token is new. */
function shareOfKept(added: KeptCall[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { tokenId, status } of added) {
    const share = 1 / (status < 400 ? KEPT_ACCEPTED : KEPT_REFUSED);
    shares.set(tokenId, (shares.get(tokenId) ?? 0) + share);
  }
  return shares;
}
