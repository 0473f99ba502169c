/** Pages of records, asked both ways (spec: List, Query; contract § 6). */
import { expect } from "vitest";
import { type Clause, Inapplicable } from "../clause";
import { expectEnvelope, expectError, expectKeys, NO_FIELD, NO_RECORD } from "../expectations";
import type { Page, Session } from "../session";

/** One clause over several wrong requests that have one answer. */
const refused = (chapter: string, says: string, code: string, asks: (string | object)[]): Clause => ({
  chapter,
  says,
  check: async (session) => {
    const { path } = await session.readable();
    for (const wrong of asks) {
      const call =
        typeof wrong === "string" ? { path: path + wrong } : { method: "POST", path: `${path}/query`, json: wrong };
      expectError(await session.ask(call), 400, code);
    }
  },
});

const query = async ({ data, readable }: Session, json: unknown) =>
  data<Page>({ method: "POST", path: `${(await readable()).path}/query`, json });

export const LISTS: Clause[] = [
  {
    chapter: "contract § 17",
    says: "A search over everything finds a record by its label, in the same envelope as lists.",
    check: async ({ readable, data }) => {
      const { entity, page } = await readable();
      const { labelField } = await data<{ labelField: string | null }>({ path: `/entities/${entity.entityKey}` });
      const [record] = page.items;
      const label = labelField === null ? undefined : record?.data[labelField];
      if (record === undefined || typeof label !== "string" || !/\p{L}/u.test(label))
        throw new Inapplicable("no record with a label");
      const q = encodeURIComponent([...label.trim()].slice(0, 200).join(""));
      const found = await data<{ items: { id: string; label: string; record: object }[]; truncated: boolean }>({
        path: `/search?q=${q}&entities=${entity.entityKey}&limit=50`,
      });
      expectKeys(found, ["items", "truncated"]);
      const match = found.items.find(({ id }) => id === record.id);
      if (match === undefined && (found.truncated || found.items.length === 50))
        throw new Inapplicable("the label is frequent");
      expect([match?.label, match?.record]).toEqual([label, record]);
    },
  },
  {
    chapter: "List",
    says: "A page has items and nextCursor, and its items are whole envelopes.",
    check: async ({ readable }) => {
      const { page, entity } = await readable();
      expectKeys(page, ["items", "nextCursor"]);
      for (const item of page.items) expectEnvelope(item, entity.entityKey);
    },
  },
  {
    chapter: "List",
    says: "Newest first, unless asked otherwise; and the other way round.",
    check: async ({ readable, data }) => {
      const { path } = await readable();
      const created = async (search: string) =>
        (await data<Page>({ path: path + search })).items.map((item) => item.created);
      const newest = await created("?limit=50");
      expect(newest).toEqual(newest.toSorted().toReversed());
      const oldest = await created("?limit=50&sort=created:asc");
      expect(oldest).toEqual(oldest.toSorted());
    },
  },
  {
    chapter: "List",
    says: "limit is the most that a page holds, and cursors lead on without repeating a record.",
    check: async ({ readable, data }) => {
      const { path } = await readable();
      const ids: string[] = [];
      let cursor: string | null = "";
      for (let count = 0; count < 4 && cursor !== null; count += 1) {
        const page: Page = await data<Page>({
          path: `${path}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        });
        expect(page.items.length).toBeLessThanOrEqual(2);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(new Set(ids).size).toBe(ids.length);
    },
  },
  {
    chapter: "List",
    says: "A cursor is refused by another order and another search, and taken with another limit.",
    check: async ({ readable, ask, data }) => {
      const { path } = await readable();
      const { nextCursor } = await data<Page>({ path: `${path}?limit=1` });
      if (nextCursor === null) throw new Inapplicable("no entity that can be listed has two records");
      const cursor = encodeURIComponent(nextCursor);
      for (const other of ["sort=created:asc", "search=x"]) {
        expectError(await ask({ path: `${path}?cursor=${cursor}&${other}` }), 400, "INVALID_CURSOR");
      }
      expect((await ask({ path: `${path}?cursor=${cursor}&limit=5` })).status).toBe(200);
    },
  },
  {
    chapter: "List",
    says: "fields leaves the envelope and picks from data.",
    check: async ({ readable, data }) => {
      const { path, record } = await readable();
      const [key] = Object.keys(record.data);
      if (key === undefined) throw new Inapplicable("the token may read no field");
      const { items } = await data<Page>({ path: `${path}?limit=1&fields=${encodeURIComponent(key)}` });
      expect(Object.keys(items[0]?.data ?? {})).toEqual([key]);
    },
  },
  refused("List", "A parameter that a list does not have is refused.", "INVALID_FILTERS", [
    ...["where=x", "page=2", "fields[]=id", "Limit=5", "conformance=1"].map((parameter) => `?limit=1&${parameter}`),
  ]),
  refused("List", "limit is an integer from 1 to 500 in plain digits.", "INVALID_LIMIT", [
    ...["0", "501", "-1", "1e2", "0x10", "1.0", "+1", "", "abc"].map((limit) => `?limit=${encodeURIComponent(limit)}`),
    "?limit=1&limit=2",
    { limit: "10" },
    { limit: 0 },
    { limit: 1.5 },
  ]),
  refused("List", "What is no cursor is refused.", "INVALID_CURSOR", [
    "?cursor=",
    "?cursor=AAAA",
    "?cursor=%00",
    { cursor: "x" },
    { cursor: 1 },
  ]),
  refused("List", "What is no order is refused.", "INVALID_SORT", [
    ...["?sort=", "?sort=created", "?sort=created:down", "?sort=created:asc,", "?sort=created:asc,created:desc"],
    { sort: "created:asc" },
    { sort: [{ field: "created" }] },
  ]),
  refused("List", "A search of more than 200 characters is refused.", "INVALID_FILTERS", [
    `?search=${"x".repeat(201)}`,
    { search: "x".repeat(201) },
    { search: 1 },
  ]),
  refused("Query", "Fields that cannot be queried are one and the same answer.", "FIELD_NOT_QUERYABLE", [
    `?sort=${NO_FIELD}:asc`,
    `?fields=${NO_FIELD}`,
    `?expand=${NO_FIELD}`,
    { where: [NO_FIELD, "eq", "x"] },
    { where: [`${NO_FIELD}.id`, "eq", "x"] },
    { expand: ["id"] },
    { where: ["versionId", "eq", "x"] },
    { where: ["createdBy", "eq", "x"] },
    { where: ["__proto__", "eq", "x"] },
    { sort: [{ field: NO_FIELD, direction: "asc" }] },
  ]),
  refused(
    "Query",
    "What is no filter is refused.",
    "INVALID_FILTERS",
    [
      ...[
        "x",
        1,
        [],
        ["id"],
        ["id", "eq"],
        ["id", "eq", "x", "y"],
        ["id", "like", "x"],
        ["id", "eq", {}],
        ["created", "gt", 5],
      ],
      ...[{}, { and: [] }, { or: {} }, { xor: [] }, { and: [["id", "eq", "x"]], or: [["id", "eq", "x"]] }],
      { and: Array.from({ length: 101 }, () => ["id", "eq", "x"]) },
      ["id", "in", Array.from({ length: 501 }, () => "x")],
    ].map((where) => ({ where })),
  ),
  refused("Query", "A member that a query does not have is refused.", "INVALID_BODY", [
    { were: [] },
    { where: ["id", "eq", "x"], offset: 1 },
  ]),
  {
    chapter: "Query",
    says: "Members that are null are as absent.",
    check: async (session) => {
      const empty = { where: null, sort: null, cursor: null, search: null, fields: null };
      const { items } = await query(session, { ...empty, limit: 2 });
      expect(items).toEqual((await query(session, { limit: 2 })).items);
    },
  },
  {
    chapter: "Query",
    says: "A body that is no JSON object is refused.",
    check: async ({ readable, ask }) => {
      const path = `${(await readable()).path}/query`;
      for (const body of ["", "{", "[]", "null", "\ufeff{}", "{}x", '{"search":"\\u0000"}']) {
        const answer = await ask({ method: "POST", path, body });
        expect(answer.status, `a body of ${JSON.stringify(body)}`).toBe(400);
      }
    },
  },
  {
    chapter: "Query",
    says: "eq finds exactly the record; and, or and not combine.",
    check: async (session) => {
      const { record } = await session.readable();
      const own = ["id", "eq", record.id];
      const ids = async (where: unknown) => (await query(session, { where, limit: 5 })).items.map(({ id }) => id);
      expect(await ids(own)).toEqual([record.id]);
      expect(await ids({ and: [own, { not: own }] })).toEqual([]);
      expect(await ids({ or: [own, ["id", "eq", NO_RECORD]] })).toEqual([record.id]);
      expect(await ids({ not: own })).not.toContain(record.id);
    },
  },
];
