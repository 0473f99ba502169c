/**
 * Records the addresses from which tokens are used, so that their owners are notified of new ones. Each process skips the
 * addresses it has recorded in the last hours. The database, shared by all processes, decides which are new.
 */
import { LRUCache } from "lru-cache";
import { addressKey } from "../http/client-address";
import { runtime } from "../process/runtime";
import { writeTokenAddresses } from "../store/tokens/addresses";
import type { TokenUse } from "../store/tokens/usage";
import { HOUR_MS } from "../time/durations";

/** Much shorter than the days for which an address is remembered. */
const NOTED_FOR_MS = 6 * HOUR_MS;

const noted = runtime.part(
  "noted addresses of tokens",
  () => new LRUCache<string, true>({ max: 20_000, ttl: NOTED_FOR_MS }),
);

export async function noteAddresses(uses: readonly TokenUse[]): Promise<void> {
  const unnoted = uses
    .map((use) => ({ ...use, address: addressKey(use.address) }))
    .filter(({ tokenId, address }) => address !== "unknown" && !noted().has(`${tokenId} ${address}`));
  if (unnoted.length === 0) return;
  await writeTokenAddresses(unnoted);
  for (const { tokenId, address } of unnoted) noted().set(`${tokenId} ${address}`, true);
}
