/** The summary of a list: "120 tokens, 51 to 100 shown", "3 of 120 tokens", "120 tokens". */

export type Noun = { one: string; several: string };

/** `all`: in the list, whatever the search. `found`: that match. `before`: matches on earlier pages. */
type Counted = { shown: number; all: number; found: number; before: number };

export function formatRange({ shown, all, found, before }: Counted, { one, several }: Noun): string {
  const total = all === 1 ? `1 ${one}` : `${count(all)} ${several}`;
  const ofAll = found === all ? total : `${count(found)} of ${total}`;
  return shown === found || shown === 0 ? ofAll : `${ofAll}, ${count(before + 1)} to ${count(before + shown)} shown`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
