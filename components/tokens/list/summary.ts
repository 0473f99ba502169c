/** What the list says of itself: "51–100 of 120 tokens", "3 of 120 tokens", "120 tokens". Pure. */
import type { ListedTokenPage } from "@/lib/tokens/read/listing";

type Counted = Pick<ListedTokenPage, "groups" | "all" | "found" | "before">;

export function summaryOf({ groups, all, found, before }: Counted): string {
  const shown = groups.flat().length;
  const ofAll = found === all ? tokens(all) : `${count(found)} of ${tokens(all)}`;
  return shown === found || shown === 0 ? ofAll : `${ofAll}, ${count(before + 1)} to ${count(before + shown)} shown`;
}

function tokens(number: number): string {
  return number === 1 ? "1 token" : `${count(number)} tokens`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
