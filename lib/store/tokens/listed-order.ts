/** The orders of the list of tokens. The statement calls tokens `t`, their use `u`, their status `s`, and groups of them `g`. */
import { type Sql, sql } from "../../query/sql";

/** "expires" sorts working tokens by expiry, and the others come last. A minus reverses the order. */
export type TokenOrder = `${"" | "-"}${"created" | "used" | "expires" | "name"}`;

/** The group at a page's edge. `key` is the value it was sorted by; null if it was missing, or if the order is by `created`. */
export type TokenPosition = { key: Date | string | null; created: Date; id: string };

export type Way = "on" | "back";

export const WORKS = sql`s.status NOT IN ('revoked', 'expired', 'owner inactive')`;

type Sorting = "ascending" | "descending";

type Order = {
  key: Sql;
  /** The key of a group, for the position, and the key of a position. */
  position: Sql;
  ofPosition: (key: TokenPosition["key"]) => Sql;
  /** The direction of the key; null if the key is the moment of creation. */
  sorting: Sorting | null;
  /** The direction by creation among tokens with the same key. */
  equals: Sorting;
};

const CREATED = { key: sql`t.created`, position: sql`NULL::text`, ofPosition: () => sql`NULL`, sorting: null } as const;
const USED = {
  key: sql`coalesce(u.last_used, '-infinity')`,
  position: millisecondsSql(sql`g.key`),
  ofPosition: (key: TokenPosition["key"]) => sql`coalesce(${key}::timestamptz, '-infinity')`,
};
const NAME = {
  key: sql`t.name COLLATE names_in_order`,
  position: sql`g.key`,
  ofPosition: (key: TokenPosition["key"]) => sql`coalesce(${key}::text, '')`,
};
const expiresUnless = (ended: Sql) => ({
  key: sql`CASE WHEN ${WORKS} THEN coalesce(t.expires, 'infinity') ELSE ${ended} END`,
  position: millisecondsSql(sql`g.key`),
  ofPosition: (key: TokenPosition["key"]) => sql`coalesce(${key}::timestamptz, 'infinity')`,
});

/** A key is never null, so that missing values have a place: the last one in an order that begins with existing values. */
export const ORDERS: Record<TokenOrder, Order> = {
  created: { ...CREATED, equals: "descending" },
  "-created": { ...CREATED, equals: "ascending" },
  used: { ...USED, sorting: "descending", equals: "descending" },
  "-used": { ...USED, sorting: "ascending", equals: "descending" },
  expires: { ...expiresUnless(sql`'infinity'`), sorting: "ascending", equals: "descending" },
  "-expires": { ...expiresUnless(sql`'epoch'::timestamptz`), sorting: "descending", equals: "descending" },
  name: { ...NAME, sorting: "ascending", equals: "descending" },
  "-name": { ...NAME, sorting: "descending", equals: "descending" },
};

const WORD = { ascending: sql`ASC`, descending: sql`DESC` };
const SIGN = { ascending: sql`>`, descending: sql`<` };
const OTHER = { ascending: "descending", descending: "ascending" } as const;

function sortingsOf(order: TokenOrder, way: Way): Pick<Order, "sorting" | "equals"> {
  const { sorting, equals } = ORDERS[order];
  return way === "on" ? { sorting, equals } : { sorting: sorting && OTHER[sorting], equals: OTHER[equals] };
}

export function bySql(order: TokenOrder, way: Way): Sql {
  const { sorting, equals } = sortingsOf(order, way);
  const byCreation = sql`g.created ${WORD[equals]}, g.id ${WORD[equals]}`;
  return sorting === null ? byCreation : sql`g.key ${WORD[sorting]}, ${byCreation}`;
}

/** null for an infinite moment. */
export function millisecondsSql(moment: Sql): Sql {
  return sql`CASE WHEN isfinite(${moment}) THEN (extract(epoch FROM ${moment}) * 1000)::float8 END`;
}

export function afterPositionSql(order: TokenOrder, { key, created, id }: TokenPosition, way: Way): Sql {
  const { sorting, equals } = sortingsOf(order, way);
  const isAheadOfEquals = sql`(g.created, g.id) ${SIGN[equals]} (${created}::timestamptz, ${id}::text)`;
  if (sorting === null) return isAheadOfEquals;
  const value = ORDERS[order].ofPosition(key);
  return sql`(g.key ${SIGN[sorting]} ${value} OR (g.key = ${value} AND ${isAheadOfEquals}))`;
}
