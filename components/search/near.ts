/** Finds titles and keywords despite a typing error in each word, for a text that finds nothing as it was typed. */
import { type Ranked, type SearchEntry, searchWords } from "@/lib/ranked-search";

/** A shorter word with one letter changed is often a different word. */
const SHORTEST_WORD = 5;
/** Ranks below what is found as typed. */
const RANK = 6;

export function findNear<Entry extends SearchEntry>(entries: readonly Entry[], text: string): Ranked<Entry>[] {
  const typed = searchWords(text);
  if (typed.length === 0 || typed.some(({ length }) => length < SHORTEST_WORD)) return [];
  const isFound = ({ title, words = "" }: Entry) => {
    const known = `${title} ${words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return typed.every((word) => known.some((each) => beginsNearly(each, word)));
  };
  return entries.filter(isFound).map((entry) => ({ entry, rank: RANK }));
}

function beginsNearly(text: string, typed: string): boolean {
  return [-1, 0, 1].some((more) => differsByOne(text.slice(0, typed.length + more), typed));
}

/** One letter too many, too few or different, or two swapped. */
function differsByOne(text: string, typed: string): boolean {
  let same = 0;
  while (same < typed.length && text[same] === typed[same]) same += 1;
  const [known, other] = [text.slice(same), typed.slice(same)];
  if (known.slice(1) === other || known === other.slice(1) || known.slice(1) === other.slice(1)) return true;
  return known[0] === other[1] && known[1] === other[0] && known.slice(2) === other.slice(2);
}
