/** Reading one record, and writes that can touch none (spec: Read one, Update, Delete). */
import { expect } from "vitest";
import { type Clause, Inapplicable } from "../clause";
import { expectError, NO_RECORD } from "../expectations";
import type { RecordView, Session } from "../session";

const chapter = "Read one";

export const RECORDS: Clause[] = [
  {
    chapter,
    says: "A record is read as it was listed, and its ETag is its version in quotes.",
    check: async ({ readable, ask }) => {
      const { path, record } = await readable();
      const answer = await ask({ path: `${path}/${record.id}` });
      const { data } = answer.json as { data: RecordView };
      expect(answer.headers.etag).toBe(`"${data.versionId}"`);
      // It may have been changed meanwhile, but not into another record.
      expect([data.id, data.created, Object.keys(data.data)]).toEqual([
        record.id,
        record.created,
        Object.keys(record.data),
      ]);
    },
  },
  {
    chapter,
    says: "With its version in If-None-Match it is 304.",
    check: async ({ readable, ask }) => {
      const { path, record } = await readable();
      const { headers } = await ask({ path: `${path}/${record.id}` });
      expect(
        (await ask({ path: `${path}/${record.id}`, headers: { "if-none-match": String(headers.etag) } })).status,
      ).toBe(304);
      expect((await ask({ path: `${path}/${record.id}`, headers: { "if-none-match": '"other"' } })).status).toBe(200);
    },
  },
  {
    chapter,
    says: "What is no record's id is 404, whatever it looks like.",
    check: async ({ readable, ask }) => {
      const { path } = await readable();
      for (const id of [NO_RECORD, "1", "..%2f", "%00", "'", "x".repeat(500), "%F0%9F%98%80", "%ff"]) {
        expectError(await ask({ path: `${path}/${id}` }), 404, "RECORD_NOT_FOUND");
      }
    },
  },
  {
    chapter: "Update",
    says: "A record that is not there is 404 before its If-Match or body is looked at.",
    check: async (session) => {
      const path = await pathWith(session, "update");
      for (const headers of HEADERS) {
        expectError(await session.ask({ method: "PATCH", path, headers, json: [] }), 404, "RECORD_NOT_FOUND");
      }
    },
  },
  {
    chapter: "Delete",
    says: "A record that is not there is 404 before its If-Match is looked at.",
    check: async (session) => {
      const path = await pathWith(session, "delete");
      for (const headers of HEADERS) {
        expectError(await session.ask({ method: "DELETE", path, headers }), 404, "RECORD_NOT_FOUND");
      }
    },
  },
];

const HEADERS: Record<string, string>[] = [{}, { "if-match": "*" }, { "if-match": '"other"' }];

/** Of no record, so that nothing can be written there. */
async function pathWith({ entities }: Session, verb: "update" | "delete"): Promise<string> {
  const entity = (await entities()).find(({ permissions }) => permissions[verb]);
  if (entity === undefined) throw new Inapplicable(`the token may ${verb} nothing`);
  return `/entities/${encodeURIComponent(entity.entityKey)}/records/${NO_RECORD}`;
}
