/** SQL for the records that a page's references point to (contract § 6, `expand`). In a short page, marks stand for them. */
import { SHORT_PAGE_BYTES } from "../../limits";
import { nameOf, REFERENCED, type Row, textSql } from "../columns";
import { filterSql } from "../filter/filter-sql";
import { join, type Sql, sql } from "../sql";
import { type Expansion, envelopeSql } from "./projection";

export type RelationOf = (entityId: string) => Sql;

/** PostgreSQL never writes it into the JSON text of a record. */
const MARK = "\u0001";

/** Additional columns for the rows of a page: the ids that they refer to. */
export function referenceColumns(expansions: Expansion[], row: Row): Sql {
  return join(expansions.map((expansion, index) => sql`${referenceSql(expansion, row)} AS ${nameOf("ref", index)}`));
}

export function expandedBytesSql(expansions: Expansion[], relationOf: RelationOf): Sql {
  const sizes = expansions.map((expansion, index) => {
    const found = referenced(expansion, sql`x.id = ${nameOf("ref", index)}::uuid`, relationOf);
    return found === null ? sql`0` : sql`coalesce((SELECT x.bytes ${found}), 0)`;
  });
  return join(sizes, " + ");
}

/** The end of an envelope, with each referenced record looked up for this row alone. `row` is given for a stored record. */
export function expandedTailSql(expansions: Expansion[], relationOf: RelationOf, row?: Row): Sql {
  return tailSql(expansions, (expansion, index) => {
    const id = row === undefined ? nameOf("ref", index) : referenceSql(expansion, row);
    const found = referenced(expansion, sql`x.id = ${id}::uuid`, relationOf);
    return found === null ? sql`'null'` : sql`coalesce((SELECT ${envelopeOf(expansion)} ${found}), 'null')`;
  });
}

/** Uses marks that `fillMarks` replaces, so that a record that many rows refer to is written and sent once. */
export function markedTailSql(expansions: Expansion[]): Sql {
  return tailSql(
    expansions,
    (_, index) => sql`${`${MARK}${index}`}::text || coalesce(r.${nameOf("ref", index)}, '') || ${MARK}::text`,
  );
}

export function referencedIdsSql(expansions: Expansion[]): Sql {
  return join(expansions.map((_, index) => sql`array_agg(r.${nameOf("ref", index)}) AS ${nameOf("ref", index)}`));
}

/** Extends the statement `page` with all referenced records in one text; `whole` is false if they are too long for that. */
export function withReferencedSql(page: Sql, expansions: Expansion[], relationOf: RelationOf): Sql {
  const lookups = expansions.flatMap((expansion, index) => {
    const found = referenced(expansion, sql`x.id = ANY (a.${nameOf("ref", index)}::uuid[])`, relationOf);
    if (found === null) return [];
    return sql`
      SELECT CASE WHEN x.total <= ${SHORT_PAGE_BYTES}::int THEN ${String(index)}::text || x.id || ${envelopeOf(expansion)} END AS text,
        x.total <= ${SHORT_PAGE_BYTES}::int AS whole
      FROM (SELECT x.*, sum(x.bytes) OVER (ROWS UNBOUNDED PRECEDING) AS total ${found}) x`;
  });
  if (lookups.length === 0) return page;
  return sql`
    SELECT a.text, a.count, a.bound, a.whole AND coalesce(e.whole, TRUE) AS whole, e.text AS expanded
    FROM (${page}) a, LATERAL (SELECT string_agg(x.text, ${MARK}::text) AS text, bool_and(x.whole) AS whole
      FROM (${join(lookups, " UNION ALL ")}) x) e`;
}

/** `text` is a page with marks, `expanded` the referenced records. null if the result is longer than a short page. */
export function fillMarks(text: string, expanded: string | null): string | null {
  const records = new Map(expanded?.split(MARK).map((entry) => [entry.slice(0, KEY_LENGTH), entry.slice(KEY_LENGTH)]));
  const parts = text.split(MARK).map((part, index) => (index % 2 === 0 ? part : (records.get(part) ?? "null")));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length > SHORT_PAGE_BYTES ? null : parts.join("");
}

const KEY_LENGTH = 37;

function referenceSql({ reference, readable }: Expansion, row: Row): Sql {
  const id = textSql(reference, row);
  return readable.kind === "everything" ? id : sql`CASE WHEN ${filterSql(readable, row)} THEN ${id} END`;
}

/** The rows `x` that the caller can see, from FROM on; null if it can see none. */
function referenced({ target }: Expansion, isMeant: Sql, relationOf: RelationOf): Sql | null {
  if (target === null) return null;
  const { entityId, scope } = target;
  const conditions = [sql`x.entity_id = ${entityId}::uuid`, isMeant, filterSql(scope, REFERENCED)];
  return sql`FROM ${relationOf(entityId)} x WHERE ${join(conditions, " AND ")}`;
}

function envelopeOf({ target }: Expansion): Sql {
  return target === null ? sql`'null'` : envelopeSql(target.projection, REFERENCED, { head: sql`x.head` });
}

/** Field keys need no escaping in JSON: the configuration allows only plain ones. */
function tailSql(expansions: Expansion[], memberOf: (expansion: Expansion, index: number) => Sql): Sql {
  const members = expansions.map((expansion, index) => {
    const name = `${index === 0 ? "" : ","}"${expansion.reference.key}":`;
    return sql`${name}::text || ${memberOf(expansion, index)}`;
  });
  return sql`',"expanded":{' || ${join(members, " || ")} || '}}'`;
}
