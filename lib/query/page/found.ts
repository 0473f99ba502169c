/** The best matches of a search in one entity, as one statement (contract § 17). */
import { SHORT_PAGE_BYTES } from "../../limits";
import type { Field } from "../../model";
import { STORED, textSql } from "../columns";
import { filterSql } from "../filter/filter-sql";
import type { PlannedFilter } from "../plan";
import { join, type Sql, sql } from "../sql";
import { foldedForSearchSql, hasWordSql } from "../text";
import type { PagePlan, Ranked } from "./page-plan";
import { envelopeSql, type Projection } from "./projection";
import { rankedRun } from "./ranked-run";
import { RANKS } from "./relevance";

export type Shown = {
  projection: Projection;
  /** The label, and the records on which it is readable; null if it never is. */
  label: { field: Field; readable: PlannedFilter } | null;
  /** The fields that the caller can search, in the order of discovery. */
  searched: Field[];
};

/** `text`: the item as JSON; null if it does not fit into 1 MiB. `created` in ms since 1970. `more`: others were not ranked. */
export type Found = { text: string | null; rank: number; created: number; id: string; more: boolean };

/** Counts the size of what is visible: the stored size would reveal hidden fields. OFFSET keeps an item from being made twice. */
export function foundSql(plan: PagePlan & { ranked: Ranked }, shown: Shown, relation: Sql): Sql {
  return sql`
    SELECT CASE WHEN f.place = 1 OR f.total <= ${SHORT_PAGE_BYTES}::int THEN f.text END AS text,
      f.rank, f.created, f.id, f.more
    FROM (
      SELECT i.*, sum(octet_length(i.text)) OVER (ORDER BY i.place) AS total
      FROM (
        SELECT ${itemSql(plan, shown)} AS text, r.place, r.k0 AS rank,
          (extract(epoch FROM r.created) * 1000)::float8 AS created, r.id::text AS id, r.k4 IS NOT NULL AS more
        FROM (
          SELECT p.*, row_number() OVER run AS place
          FROM (${rankedRun(plan, plan.ranked, relation)}) p
          WINDOW run AS (ROWS UNBOUNDED PRECEDING)
        ) r
        WHERE r.place <= ${plan.limit}::int
        OFFSET 0
      ) i
    ) f
    ORDER BY f.place`;
}

/** Keys need no escaping in JSON: the configuration allows only plain ones. */
function itemSql(plan: PagePlan & { ranked: Ranked }, { projection, label, searched }: Shown): Sql {
  const start = `{"entityKey":"${projection.entityKey}","id":"`;
  return sql`${start}::text || r.id || '","label":' || ${labelSql(label)} || ',"record":' || ${envelopeSql(projection, STORED)}
    || ',"match":{"field":"' || ${matchSql(plan, searched)} || '"}}'`;
}

function labelSql(label: Shown["label"]): Sql {
  if (label === null) return sql`'null'`;
  const text = textSql(label.field, STORED);
  const shown =
    label.readable.kind === "everything" ? text : sql`CASE WHEN ${filterSql(label.readable, STORED)} THEN ${text} END`;
  return sql`coalesce(to_json(${shown})::text, 'null')`;
}

/** The key of the label, or of the first other field with every word, or with the first one; the label if there is none. */
function matchSql({ search: { words }, ranked }: PagePlan & { ranked: Ranked }, searched: Field[]): Sql {
  const label = ranked.label?.kind === "data" ? ranked.label.field : null;
  const [first, ...others] = searched.filter((field) => field !== label);
  if (first === undefined) return sql`${(label as Field).key}::text`;
  const elsewhere =
    others.length === 0 && words.length === 1
      ? sql`${first.key}::text`
      : sql`coalesce((${fieldWithWordsSql([first, ...others], words)}), ${(label ?? first).key}::text)`;
  if (label === null) return elsewhere;
  return sql`CASE WHEN r.k0 < ${RANKS.elsewhere}::int THEN ${label.key}::text ELSE ${elsewhere} END`;
}

function fieldWithWordsSql(fields: Field[], words: string[]): Sql {
  const texts = fields.map((field, place) => sql`(${place}::int, ${field.key}::text, ${textSql(field, STORED)})`);
  const [first, ...more] = [...new Set(words)].map((word) => hasWordSql(sql`f.text`, word));
  const allFirst = more.length === 0 ? sql`` : sql`(${join(more, " AND ")}) DESC, `;
  return sql`
    SELECT f.key FROM (
      SELECT v.place, v.key, ${foldedForSearchSql(sql`v.text`, words.join(" "))} AS text
      FROM (VALUES ${join(texts)}) v (place, key, text) WHERE v.text IS NOT NULL OFFSET 0
    ) f
    WHERE ${first} ORDER BY ${allFirst}f.place LIMIT 1`;
}
