/**
 * From which addresses tokens are used, so that their owners hear of a new one. What this process has noted before costs nothing more
 * for some hours; which addresses are new is found in the database, for all processes.
 */
import { LRUCache } from "lru-cache";
import { addressKey } from "../http/client-address";
import { runtime } from "../process/runtime";
import { writeTokenAddresses } from "../store/tokens/addresses";
import type { TokenUse } from "../store/tokens/usage";
import { HOUR_MS } from "../time/durations";

/** Well below the days for which an address is known. */
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
