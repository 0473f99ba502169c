/** The records of a page as lines of CSV (RFC 4180; contract § 6), written by PostgreSQL. Values are not altered. */
import type { Field } from "../../model";
import { type Row, textSql } from "../columns";
import { filterSql } from "../filter/filter-sql";
import type { PlannedFilter } from "../plan";
import { join, type Sql, sql } from "../sql";

export type CsvColumn = { field: Field; readable: PlannedFilter };

export const LINE_END = "\r\n";

const HEAD = ["id", "created", "updated", "versionId"];

/** Keys need no quotes: the configuration allows only plain ones. */
export function csvHeader(columns: CsvColumn[]): string {
  return [...HEAD, ...columns.map(({ field }) => field.key)].join();
}

/** A line without its line end, for rows named `r`. The first values come from the stored head of the record. */
export function csvLineSql(columns: CsvColumn[], row: Row): Sql {
  const head = HEAD.map((name) => sql`((r.head || '}')::json->>${name}::text)`);
  return join([...head, ...columns.map((column) => cellSql(column, row))], " || ',' || ");
}

/** An empty cell if the field is empty or hidden, and quotes for an empty text. Lists and documents are JSON. */
function cellSql({ field, readable }: CsvColumn, row: Row): Sql {
  const isJson = field.type === "json";
  const text = isJson ? sql`nullif(${row.data}->${field.key}::text, 'null')::text` : textSql(field, row);
  const shown = readable.kind === "everything" ? text : sql`CASE WHEN ${filterSql(readable, row)} THEN ${text} END`;
  if (!QUOTED.has(field.type)) return sql`coalesce(${shown}, '')`;
  return sql`coalesce((
    SELECT CASE WHEN cell.text ~ ${NEEDS_QUOTES} OR cell.text = '' THEN '"' || replace(cell.text, '"', '""') || '"' ELSE cell.text END
    FROM (SELECT ${shown} AS text) cell), '')`;
}

/** Also for a space at either end, which some readers drop. */
const NEEDS_QUOTES = '[",\\r\\n]|^\\s|\\s$';

const QUOTED: ReadonlySet<string> = new Set(["text", "email", "url", "select", "multiselect", "json"]);
