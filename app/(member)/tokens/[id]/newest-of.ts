/** Merges what is kept about each secret of a token into one list. */
import type { VisibleToken } from "@/lib/tokens/read/visible-token";

/** `lists`: one for each version, in the order of `versions`. Returns newest first; `secret` is the hint of the item's secret. */
export function newestOf<Item extends { at: Date }>(
  versions: readonly VisibleToken[],
  lists: readonly (readonly Item[])[],
): (Item & { secret: string })[] {
  return lists
    .flatMap((items, index) => items.map((item) => ({ ...item, secret: versions[index]?.token.hint ?? "" })))
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}
