/** Compares text as filters and searches do (contract § 6): in lower case; a search also without accents. */
import { ApiError } from "../errors";
import { MAX_SEARCH_LENGTH } from "../limits";
import { isLongerThan } from "../messages/cut-text";
import type { JsonValue } from "../model";
import { type Row, textSql } from "./columns";
import type { Column } from "./plan";
import { join, type Sql, sql } from "./sql";

/** Matches rows in which every word occurs in one of the columns. The words are folded and without accents. */
export function searchSql(words: string[], columns: Column[], row: Row): Sql {
  const inSome = (word: string) =>
    columns.map((column) => hasWordSql(sql`(${foldedForSearchSql(columnTextSql(column, row), word)})`, word));
  return join(
    [...new Set(words)].map((word) => sql`(${join(inSome(word), " OR ")})`),
    " AND ",
  );
}

/** Tests if a text contains the word, in the form that `foldedForSearchSql` gives it. */
export function hasWordSql(text: Sql, word: string): Sql {
  return sql`${text} LIKE ${foldedWordsSql(`%${escapeLike(word)}%`)}`;
}

/** A text as a search compares it with folded `words`. Most are ASCII: without this case a search takes 50 % longer. */
export function foldedForSearchSql(text: Sql, words: string): Sql {
  return sql`CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text} COLLATE "C") COLLATE "und-x-icu"
    ELSE without_accents(${foldedSql(text, words)}) END`;
}

/** Beyond ASCII, PostgreSQL removes accents too: it may know one that Node's Unicode does not. */
export function foldedWordsSql(words: string): Sql {
  return BEYOND_ASCII.test(words) ? sql`without_accents(${lowerSql(sql`${words}::text`)})` : sql`${words}::text`;
}

/** Searches the search text, which holds all searchable fields of the record and has an index. */
export function searchTextSql(words: string[]): Sql {
  return join(
    [...new Set(words)].map((word) => sql`r.search_text LIKE ${`%${escapeLike(word)}%`}::text`),
    " AND ",
  );
}

/** Escapes `%`, `_` and `\`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Matches rows whose text in the column is like the pattern, which is folded, in any of its Unicode forms. */
export function likeSql(column: Column, row: Row, pattern: string): Sql {
  const forms = formsOf(pattern);
  const text = foldedSql(columnTextSql(column, row), forms.join(""));
  const patterns = forms.map((form) => lowerSql(sql`${form}::text`));
  return patterns.length === 1 ? sql`${text} LIKE ${patterns[0]}` : sql`${text} LIKE ANY (ARRAY[${join(patterns)}])`;
}

/** The text as sent, composed (é) and decomposed. Not a long run of marks: normalizing takes time by the square of its length. */
function formsOf(text: string): string[] {
  if (!BEYOND_ASCII.test(text) || LONG_RUN.test(text)) return [text];
  return [...new Set([text, text.normalize("NFC"), text.normalize("NFD")])];
}

/** More marks than any language puts on one letter (Unicode, Stream-Safe Text Format). */
const LONG_RUN = /\p{M}{31}/u;

export function columnTextSql(column: Column, row: Row): Sql {
  return column.kind === "system" ? row[column.name] : textSql(column.field, row);
}

/** Folds as far as the pattern requires. Capitals that only Node knows are replaced; PostgreSQL lowers its own on both sides. */
function foldedSql(text: Sql, pattern: string): Sql {
  const lower = lowerSql(text);
  const others = [...new Set(pattern)].flatMap(othersOf);
  if (others.length === 0) return lower;
  return sql`translate(${lower}, ${others.join("")}::text, ${others.map(fold).join("")}::text)`;
}

/** Follows Unicode's rules, whatever the locale of the database. */
function lowerSql(text: Sql): Sql {
  return sql`lower(${text} COLLATE "und-x-icu")`;
}

/** The characters that fold to this letter in Node, but perhaps not in PostgreSQL. */
function othersOf(letter: string): string[] {
  if (letter === "σ") return ["ς"];
  const capital = letter.toUpperCase();
  const isYoung = capital !== letter && fold(capital) === letter && !LONG_KNOWN.test(capital);
  return isYoung ? [capital] : [];
}

/** Latin, Greek, Cyrillic and Armenian: every PostgreSQL knows their capitals, so most patterns need nothing more. */
const LONG_KNOWN = /[\0-\u058f\u1e00-\u2bff]/;

/** The form in which texts are compared. Both lower-case sigmas become one, so that part of a word is found in the whole. */
export function fold(value: JsonValue): string {
  return String(value).toLowerCase().replaceAll("ς", "σ");
}

/** The words, folded and without accents; none for a blank text. `name` is that of the parameter. Throws INVALID_FILTERS. */
export function parseSearch(text: string, name = "search"): string[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (isLongerThan(trimmed, MAX_SEARCH_LENGTH)) {
    throw new ApiError(
      "INVALID_FILTERS",
      `${name} has at most ${MAX_SEARCH_LENGTH} characters. Search for fewer words.`,
    );
  }
  if (trimmed.includes("\0")) throw new ApiError("INVALID_FILTERS", `${name} has no NUL characters.`);
  // A word that consists only of accents is dropped.
  return withoutAccents(fold(trimmed))
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The marks of Latin, Greek and Cyrillic. Those of other scripts distinguish letters, like the voicing marks of Japanese. */
const MARKS = /[\u0300-\u036f]/g;

/** Letters that Unicode does not decompose into a letter and a mark, with those that people type instead. */
const PLAIN = new Map(
  "ø:o ł:l đ:d ð:d ħ:h ŧ:t ŋ:n ı:i ſ:s ß:ss æ:ae œ:oe þ:th ĳ:ij"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);
const OWN_LETTERS = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "g");
const BEYOND_ASCII = /[^\0-\x7f]/;

/** `folded` is lower-cased. The text is composed again afterwards, so that Hangul and other scripts stay whole. */
export function withoutAccents(folded: string): string {
  if (!BEYOND_ASCII.test(folded)) return folded;
  // Separate marks are removed first: normalizing a run of them takes time that grows with the square of its length.
  const letters = folded.replace(MARKS, "").normalize("NFD").replace(MARKS, "");
  return letters.replace(OWN_LETTERS, (letter) => PLAIN.get(letter) ?? letter).normalize("NFC");
}
