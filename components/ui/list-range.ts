/** The summary of a list: "120 tokens, 51 to 100 shown", "3 of 120 tokens", "120 tokens". */
import { counted, inDigits } from "./text/digits";

export type Noun = { one: string; several: string };

/** `all`: in the list, whatever the search. `found`: that match. `before`: matches on earlier pages. */
type Counted = { shown: number; all: number; found: number; before: number };

export function formatRange({ shown, all, found, before }: Counted, { one, several }: Noun): string {
  const total = counted(all, one, several);
  const ofAll = found === all ? total : `${inDigits(found)} of ${total}`;
  if (shown === found || shown === 0) return ofAll;
  return `${ofAll}, ${inDigits(before + 1)} to ${inDigits(before + shown)} shown`;
}
