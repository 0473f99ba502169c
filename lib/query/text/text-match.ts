/** Parts of texts, without regard to case, and of searched ones to accents: as SQL, and as the folded text that is compared. */
import { Prisma } from "../../../generated/prisma/client";
import type { JsonValue } from "../../model";
import { type Row, textSql } from "../columns";
import type { Column } from "../plan";
import { withoutAccentsSql } from "./search";

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/** Matches rows in which every word occurs in one of the columns. Words are folded already, and without accents. */
export function searchSql(words: string[], columns: Column[], row: Row): Sql {
  return join(
    words.map((word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql`(${join(
        columns.map((column) => searchedSql(column, row, pattern)),
        " OR ",
      )})`;
    }),
    " AND ",
  );
}

/** PostgreSQL's Unicode may know an accent that Node's does not, so it takes them off the word as well. */
function searchedSql(column: Column, row: Row, pattern: string): Sql {
  const text = withoutAccentsSql(foldedSql(column, row, pattern));
  return sql`${text} LIKE ${withoutAccentsSql(lowerSql(sql`${pattern}::text`))}`;
}

/** The same over the search text, which holds every searchable field of the record and has an index for it. */
export function searchTextSql(words: string[]): Sql {
  return join(
    words.map((word) => sql`r.search_text LIKE ${`%${escapeLike(word)}%`}::text`),
    " AND ",
  );
}

/** Takes `%`, `_` and `\` literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Matches rows in which the column's text is like the pattern, which is folded already. */
export function likeSql(column: Column, row: Row, pattern: string): Sql {
  return sql`${foldedSql(column, row, pattern)} LIKE ${lowerSql(sql`${pattern}::text`)}`;
}

/**
 * The column's text, folded as far as the pattern could tell. PostgreSQL's Unicode may be older than Node's, or newer: what
 * only Node knows to be a capital of a letter in the pattern is replaced here, and what only PostgreSQL knows is lower-cased
 * on both sides. A search looks into decimals, too: into their text as it was sent.
 */
function foldedSql(column: Column, row: Row, pattern: string): Sql {
  const lower = lowerSql(column.kind === "system" ? row[column.name] : textSql(column.field, row));
  const others = [...new Set(pattern)].flatMap(othersOf);
  if (others.length === 0) return lower;
  return sql`translate(${lower}, ${others.join("")}::text, ${others.map(fold).join("")}::text)`;
}

/** By Unicode's rules, whatever the database's locale knows. */
function lowerSql(text: Sql): Sql {
  return sql`lower(${text} COLLATE "und-x-icu")`;
}

/** What PostgreSQL may leave of a text that folds to this letter. */
function othersOf(letter: string): string[] {
  if (letter === "σ") return ["ς"];
  const capital = letter.toUpperCase();
  const isYoung = capital !== letter && fold(capital) === letter && !LONG_KNOWN.test(capital);
  return isYoung ? [capital] : [];
}

/** Latin, Greek, Cyrillic and Armenian, whose capitals every PostgreSQL knows, so that most questions need no more than it. */
const LONG_KNOWN = /[\0-\u058f\u1e00-\u2bff]/;

/**
 * What text matching compares. Lower-casing makes a capital sigma one letter at the end of a word and another within it;
 * here they are one, or a part of a word would not be found in the whole.
 */
export function fold(value: JsonValue): string {
  return String(value).toLowerCase().replaceAll("ς", "σ");
}
