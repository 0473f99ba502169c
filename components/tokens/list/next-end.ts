/** When the next of these tokens will stop by itself: until then the list says what is so. Pure. */
import { isWorking } from "@/lib/tokens/status";
import type { TokenItem } from "./token-item";

/** null: none that works has an end. */
export function nextEndOf(items: readonly Pick<TokenItem, "status" | "expires">[], now: Date): Date | null {
  let next: Date | null = null;
  for (const { status, expires } of items) {
    if (!isWorking(status) || expires === null || expires <= now) continue;
    if (next === null || expires < next) next = expires;
  }
  return next;
}
