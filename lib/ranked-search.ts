/** Searches entries by words and ranks them: matches in the title first, then in the keywords, then in the text. */

export type SearchEntry = {
  title: string;
  /** The entry's location or a short description. */
  detail: string;
  href: string;
  /** Other words that people search for it by. */
  words?: string;
  /** Full text; matches here rank lowest. */
  text?: string;
};

/** More than people type. A limit, because each word is searched for in every text. */
const MAX_WORDS = 8;

export function searchWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

export type Ranked<Entry extends SearchEntry> = { entry: Entry; rank: number };

/** Every word must occur. Entries of the same rank keep their order. */
export function rankEntries<Entry extends SearchEntry>(entries: readonly Entry[], text: string): Ranked<Entry>[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const phrase = words.join(" ");
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words, phrase) }))
    .filter(({ rank }) => rank !== NOT_FOUND)
    .sort((a, b) => a.rank - b.rank);
}

const NOT_FOUND = 6;

function rankOf(
  { title, detail, words: others = "", text = "" }: SearchEntry,
  words: string[],
  phrase: string,
): number {
  const name = title.toLowerCase();
  if (name === phrase) return 0;
  if (name.startsWith(phrase)) return 1;
  const named = `${name} ${others.toLowerCase()}`;
  if (words.every((word) => begins(name, word))) return 2;
  if (words.every((word) => begins(named, word))) return 3;
  const whole = `${named} ${detail.toLowerCase()}`;
  if (words.every((word) => whole.includes(word))) return 4;
  const everything = `${whole} ${text.toLowerCase()}`;
  return words.every((word) => everything.includes(word)) ? 5 : NOT_FOUND;
}

/** True if any word of `text` begins with `word`. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  }
  return false;
}
