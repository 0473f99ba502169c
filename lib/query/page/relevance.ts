/**
 * How well a record answers a search (contract § 17): by where the words occur. Names of rows: `n` is a record whose label is
 * compared.
 */
import { Prisma } from "../../../generated/prisma/client";
import { rowOf } from "../columns";
import type { Column } from "../plan";
import { columnTextSql, escapeLike, foldedForSearchSql, foldedWordsSql } from "../text";

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/** Best first: the label is equal, begins so, has words that begin so, or contains every word; or another field does. */
export const RANKS = { equal: 0, begins: 1, wordsBegin: 2, contains: 3, elsewhere: 4 } as const;

/** In characters. A longer label is compared up to here, because removing accents takes time. */
const COMPARED_LENGTH = 1_000;

/** What separates the words of a search in Node. PostgreSQL's own class of white space depends on its locale. */
const SPACES = "[\\s\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+";

/** A word begins behind a space or punctuation, whatever the locale of the database. */
const BEGINNING = "(^|[ !\"#$%&'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~¡¿«»‐‑‒–—‘’‚“”„…·])";

const LABELLED = rowOf(sql`n`);

/** A number of `RANKS`. `label` is null if the caller cannot search the labels of all records that it can list. */
export function rankSql(words: string[], label: Column | null): Sql {
  if (label === null) return sql`${RANKS.elsewhere}::int`;
  const phrase = words.join(" ");
  const distinct = [...new Set(words)];
  const text = sql`left(${columnTextSql(label, LABELLED)}, ${COMPARED_LENGTH}::int)`;
  const contained = distinct.map((word) => sql`l.text LIKE ${foldedWordsSql(`%${escapeLike(word)}%`)}`);
  const begun = distinct.map((word) => sql`l.text ~ (${BEGINNING}::text || ${foldedWordsSql(escapeRegex(word))})`);
  return sql`(
    SELECT CASE
      WHEN (${join(contained, " AND ")}) IS NOT TRUE THEN ${RANKS.elsewhere}::int
      WHEN l.text = ${foldedWordsSql(phrase)} THEN ${RANKS.equal}::int
      WHEN starts_with(l.text, ${foldedWordsSql(phrase)}) THEN ${RANKS.begins}::int
      WHEN ${join(begun, " AND ")} THEN ${RANKS.wordsBegin}::int
      ELSE ${RANKS.contains}::int
    END
    FROM (SELECT btrim(regexp_replace(${foldedForSearchSql(text, phrase)}, ${SPACES}::text, ' ', 'g')) AS text OFFSET 0) l)`;
}

/** Only ASCII punctuation has a meaning in a regular expression. */
function escapeRegex(word: string): string {
  return word.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
