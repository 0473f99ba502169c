/** Parts of texts, without regard to case: as SQL, and as the words and the folded text that are compared. */
import { Prisma } from "../../generated/prisma/client";
import type { JsonValue } from "../model";
import { type Row, textSql } from "./columns";
import type { Column } from "./plan";

const { sql, join } = Prisma;
type Sql = Prisma.Sql;

/** Matches rows in which every word occurs in one of the columns. Words are folded already. */
export function searchSql(words: string[], columns: Column[], row: Row): Sql {
  return join(
    words.map((word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql`(${join(
        columns.map((column) => sql`${foldedSql(column, row)} LIKE ${pattern}::text`),
        " OR ",
      )})`;
    }),
    " AND ",
  );
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
  return sql`${foldedSql(column, row)} LIKE ${pattern}::text`;
}

/**
 * Lower case by Unicode's rules, whatever the database's locale knows. The counterpart of `fold`. A search looks into
 * decimals, too: into their text as it was sent.
 */
function foldedSql(column: Column, row: Row): Sql {
  const text = column.kind === "system" ? row[column.name] : textSql(column.field, row);
  return sql`replace(lower(${text} COLLATE "und-x-icu"), 'ς', 'σ')`;
}

/**
 * What text matching compares. Lower-casing makes a capital sigma one letter at the end of a word and another within it;
 * here they are one, or a part of a word would not be found in the whole.
 */
export function fold(value: JsonValue): string {
  return String(value).toLowerCase().replaceAll("ς", "σ");
}
