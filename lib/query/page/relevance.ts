/** Ranks a record by where the words of a search occur (contract § 17). `n` is a record whose label is compared. */
import { rowOf } from "../columns";
import type { Column } from "../plan";
import { join, type Sql, sql } from "../sql";
import { columnTextSql, foldedForSearchSql, foldedWordsSql, hasWordSql } from "../text";

/** Best first: the label is equal, begins so, has words that begin so, or contains every word; or another field does. */
export const RANKS = { equal: 0, begins: 1, wordsBegin: 2, contains: 3, elsewhere: 4 } as const;

/** In characters. A longer label is compared up to here, because removing accents takes time. */
const COMPARED_LENGTH = 1_000;

/** The separators of a search's words in Node. PostgreSQL's own class of white space depends on its locale. */
const SPACE = "\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

/** Characters that a word can follow, in any locale: ASCII's punctuation, then ¡¿«»·, dashes, quotes and ellipsis. */
const PUNCTUATION =
  "!\"#$%&'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~\\u00a1\\u00bf\\u00ab\\u00bb\\u00b7\\u2010-\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2026";

const LABELED = rowOf(sql`n`);

/** A number of `RANKS`. `label` is null if the caller cannot search the labels of all records that it can list. */
export function rankSql(words: string[], label: Column | null): Sql {
  if (label === null) return sql`${RANKS.elsewhere}::int`;
  const distinct = [...new Set(words)];
  const phrase = `^[${SPACE}]*${words.map(escapeRegex).join(`[${SPACE}]+`)}`;
  const contained = distinct.map((word) => hasWordSql(sql`l.text`, word));
  const begun = distinct.map((word) => matches(`(^|[${SPACE}${PUNCTUATION}])${escapeRegex(word)}`));
  return sql`(
    SELECT CASE
      WHEN (${join(contained, " AND ")}) IS NOT TRUE THEN ${RANKS.elsewhere}::int
      WHEN ${matches(`${phrase}[${SPACE}]*$`)} THEN ${RANKS.equal}::int
      WHEN ${matches(phrase)} THEN ${RANKS.begins}::int
      WHEN ${join(begun, " AND ")} THEN ${RANKS.wordsBegin}::int
      ELSE ${RANKS.contains}::int
    END
    FROM (SELECT ${foldedForSearchSql(sql`s.text`, words.join(" "))} AS text FROM (
      SELECT left(${columnTextSql(label, LABELED)}, ${COMPARED_LENGTH}::int) AS text OFFSET 0) s OFFSET 0) l)`;
}

function matches(pattern: string): Sql {
  return sql`l.text ~ ${foldedWordsSql(pattern)}`;
}

/** Only ASCII punctuation has a meaning in a regular expression. */
function escapeRegex(word: string): string {
  return word.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
