/** The text of events: one block for each, with the cursor where everything before it has been sent. */
import { expect, it } from "vitest";
import type { ChangesPage } from "@/lib/changes/list";
import { blocksOf } from "@/lib/public-api/event-stream/page-writer";

const pageWith = (page: Partial<ChangesPage>): ChangesPage => ({
  items: [],
  nextCursor: "c1",
  more: false,
  reset: false,
  end: { transaction: "1", sequence: "1" },
  sent: () => {},
  ...page,
});
const textOf = (page: Partial<ChangesPage>, lastId: string | null) => blocksOf(pageWith(page), lastId).join("");
const REMOVED = { type: "removed", text: '{"type":"removed","id":"r1"}' } as const;
const CHANGED = { type: "changed", text: '{"type":"changed","record":{"id":"r2"}}' } as const;

it("the last event of a page alone has its cursor", () => {
  expect(textOf({ items: [REMOVED, CHANGED] }, "c0")).toBe(
    'event: removed\ndata: {"type":"removed","id":"r1"}\n\nid: c1\nevent: changed\ndata: {"type":"changed","record":{"id":"r2"}}\n\n',
  );
  expect(textOf({ items: [CHANGED], more: true }, null)).toBe(
    'id: c1\nevent: changed\ndata: {"type":"changed","record":{"id":"r2"}}\n\n',
  );
});

it("a page without events is its cursor, and nothing where the reader has that", () => {
  expect(textOf({}, null)).toBe("id: c1\n\n");
  expect(textOf({}, "c0")).toBe("id: c1\n\n");
  expect(textOf({}, "c1")).toBe("");
});

it("a reset is an event with the cursor after it", () => {
  expect(textOf({ reset: true }, "c1")).toBe('id: c1\nevent: reset\ndata: {"type":"reset"}\n\n');
});

it("data is one line, also where its JSON is written over several", () => {
  const item = { type: "changed", text: '{"type":"changed",\n "record":{"a":"x\\ny"}}' } as const;
  expect(textOf({ items: [item] }, null)).toBe(
    'id: c1\nevent: changed\ndata: {"type":"changed",  "record":{"a":"x\\ny"}}\n\n',
  );
});
