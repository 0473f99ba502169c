/** When the next working token expires; null if none of the working ones does. */
import type { ListedToken } from "@/lib/tokens/read/list";
import { isWorking } from "@/lib/tokens/status";

export function nextEndOf(tokens: readonly Pick<ListedToken, "status" | "expires">[], now: Date): Date | null {
  let next: Date | null = null;
  for (const { status, expires } of tokens) {
    if (!isWorking(status) || expires === null || expires <= now) continue;
    if (next === null || expires < next) next = expires;
  }
  return next;
}
