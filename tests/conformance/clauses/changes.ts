/** The feed of changes and its stream, as far as they show where nothing changes (contract: Changes). */
import { expect } from "vitest";
import type { Clause } from "../clause";
import { NO_ENTITY } from "../expectations";

export const CHANGES: Clause[] = [
  {
    chapter: "Changes",
    says: "Without a cursor the feed tells nothing; with its own it goes on; any other is refused.",
    check: async (session) => {
      const { entity } = await session.readable();
      const path = `/entities/${encodeURIComponent(entity.entityKey)}/changes`;
      const begun = await session.data<{ nextCursor: string }>({ path });
      const nextCursor = expect.any(String);
      expect(begun).toEqual({ items: [], nextCursor, more: false, reset: false });
      const next = await session.data<object>({ path: `${path}?cursor=${begun.nextCursor}` });
      expect(next).toMatchObject({ items: expect.any(Array), nextCursor, reset: false });
      for (const cursor of ["", "x", "AAAA"]) {
        const answer = await session.ask({ path: `${path}?cursor=${cursor}` });
        expect([answer.status, (answer.json as { error: { code: string } }).error.code]).toEqual([
          400,
          "INVALID_CURSOR",
        ]);
      }
    },
  },
  {
    chapter: "Changes",
    says: "With Accept: text/event-stream it is a stream that begins with retry and an id, which is a cursor of the feed.",
    check: async (session) => {
      const { entity } = await session.readable();
      const path = `/entities/${encodeURIComponent(entity.entityKey)}/changes`;
      const idOf = (blocks: { id?: string }[]) => blocks.find(({ id }) => id !== undefined)?.id;
      const { status, headers, blocks } = await session.events(path, {}, (read) => idOf(read) !== undefined);
      expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/event-stream\b/)]);
      expect(headers["cache-control"]).toBe("private, no-store, no-transform");
      expect(headers["content-encoding"]).toBeUndefined();
      expect(Number(blocks[0]?.retry)).toBeGreaterThanOrEqual(1_000);
      const page = await session.data<object>({ path: `${path}?cursor=${idOf(blocks)}` });
      expect(page).toMatchObject({ items: expect.any(Array), reset: false });
    },
  },
  {
    chapter: "Changes",
    says: "A stream is refused as the feed is, before it begins.",
    check: async (session) => {
      const { entity } = await session.readable();
      const path = `/entities/${encodeURIComponent(entity.entityKey)}/changes`;
      const refusal = async (of: string, headers: Record<string, string> = {}) => {
        const { status, text } = await session.events(of, headers, ({ length }) => length > 0);
        return [status, status === 200 ? null : (JSON.parse(text) as { error: { code: string } }).error.code];
      };
      expect(await refusal(`/entities/${NO_ENTITY}/changes`)).toEqual([404, "ENTITY_NOT_FOUND"]);
      expect(await refusal(`${path}?cursor=x`)).toEqual([400, "INVALID_CURSOR"]);
      expect(await refusal(path, { "last-event-id": "x" })).toEqual([400, "INVALID_CURSOR"]);
    },
  },
];
