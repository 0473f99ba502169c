/** The summary line of the token list. Pure. */
import type { ListedTokenPage } from "@/lib/tokens/read/listing";
import { formatRange } from "../../ui/list-range";

type Counted = Pick<ListedTokenPage, "groups" | "all" | "found" | "before">;

export function summaryOf({ groups, ...counted }: Counted): string {
  return formatRange({ ...counted, shown: groups.flat().length }, { one: "token", several: "tokens" });
}
