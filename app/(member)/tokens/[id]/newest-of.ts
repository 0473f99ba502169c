/** What is kept of each secret of a token, as one list. Pure. */
import type { VisibleToken } from "@/lib/tokens/read/visible-token";

/** `lists`: of each version, in the order of `versions`. Newest first; `secret` is the hint of the one that it is about. */
export function newestOf<Item extends { at: Date }>(
  versions: readonly VisibleToken[],
  lists: readonly (readonly Item[])[],
): (Item & { secret: string })[] {
  return lists
    .flatMap((items, index) => items.map((item) => ({ ...item, secret: versions[index]?.token.hint ?? "" })))
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}
