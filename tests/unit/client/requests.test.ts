/** What the methods of the client send, where no service is needed to see it. `tests/api/client` has the rest. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "@/packages/client/src/client";
import { gives, loses, outcomeOf, RECORD, scripted } from "./scripted-fetch";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const written = (count: number) => gives({ results: Array(count).fill({ status: 201, id: "r", versionId: "v" }) });
const creates = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ op: "create" as const, data: { index } }));
const nothingNew = gives({ items: [], nextCursor: "c2", more: false, reset: false });

describe("client", () => {
  it.each([
    ["https://records.example", "https://records.example/api/v1/me"],
    ["https://records.example/api/v1", "https://records.example/api/v1/me"],
    ["https://records.example/records/api/v1/", "https://records.example/records/api/v1/me"],
    ["https://records.example/?from=here#top", "https://records.example/api/v1/me"],
  ])("accepts %s", async (url, asked) => {
    const fetched = vi.fn(async () => Response.json({ data: {} }));
    await client({ url, token: "service_v1_token", fetch: fetched }).me();
    expect(fetched).toHaveBeenCalledWith(asked, expect.anything());
  });

  it("searches everything with one request, which has only the given parameters", async () => {
    const { records, sent } = scripted(gives({ items: [], truncated: false }));
    expect(await records.search("São Paulo")).toEqual({ items: [], truncated: false });
    await records.search("a", { entities: ["cities", "countries"], fields: ["name"], limit: 5 });
    expect(sent.map(({ path }) => path)).toEqual([
      "/search?q=S%C3%A3o+Paulo",
      "/search?q=a&entities=cities%2Ccountries&fields=name&limit=5",
    ]);
  });

  it.each([
    ["", "service_v1_token"],
    ["records.example", "service_v1_token"],
    ["ftp://records.example", "service_v1_token"],
    ["https://records.example", ""],
    ["https://records.example", "service_v1_token\n"],
  ])("refuses %j with %j", (url, token) => {
    expect(() => client({ url, token })).toThrow(TypeError);
  });

  it("refuses an unset token instead of sending the word undefined", () => {
    const token = process.env.NO_SUCH_TOKEN as string;
    expect(() => client({ url: "https://records.example", token })).toThrow("The token is missing");
  });

  it.each([
    ["client", 5_800],
    ["verifyWebhook", 1_500],
    ["client, verifyWebhook", 6_800],
  ])("with %s is at most %i bytes, minified and compressed, and needs nothing of Node", async (names, bytes) => {
    vi.useRealTimers();
    const { outputFiles } = await build({
      stdin: { contents: `export { ${names} } from "./packages/client/src/client.ts"`, resolveDir: "." },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "neutral",
      write: false,
    });
    expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(bytes);
  });
});

/** In JavaScript, where no types stand in the way. */
const untyped = (value: unknown) => value as never;
it.each<[what: string, slip: (deals: ReturnType<typeof scripted>["deals"]) => Promise<unknown>]>([
  ["a get without an id", (deals) => deals.get(untyped(undefined))],
  ["a get of an empty id", (deals) => deals.get("")],
  ["a get by a key that an address swallows", (deals) => deals.get({ code: ".." })],
  ["a get by two keys", (deals) => deals.get({ code: "A", number: 1 })],
  ["an update of an id", (deals) => deals.update(untyped("r1"), { title: "Wall" })],
  ["a delete of nothing", (deals) => deals.delete(untyped(undefined))],
  ["a batch of the body that the API takes", (deals) => deals.batch(untyped({ operations: creates(1) }))],
  ["an upsert without a field", (deals) => deals.upsert(untyped([{ code: "a" }]), untyped(undefined))],
])("a mistake of the caller is reported at once: %s", async (_, slip) => {
  const { deals, sent } = scripted(written(1));
  const { error } = await outcomeOf(slip(deals));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toMatch(/^(?:A record is named|An update or a delete|What is to be written)/);
  expect(sent).toEqual([]);
});

describe("a batch", () => {
  it("of more than 500 operations is as many requests, each with a key of its own, sent again with it", async () => {
    const { deals, sent } = scripted(written(500), loses, written(500), written(200));
    const { value } = await outcomeOf(deals.batch(creates(1_200), { atomic: false }));
    expect(value).toHaveLength(1_200);
    expect(sent.map(({ body }) => (body as { operations: unknown[] }).operations.length)).toEqual([500, 500, 500, 200]);
    const keys = sent.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[1]).toBe(keys[2]);
    expect(new Set(keys).size).toBe(3);
  });

  it("continues under the caller's key when another run sends it", async () => {
    const { deals, sent } = scripted(written(2), written(1));
    await outcomeOf(deals.batch(creates(3), { atomic: false, chunk: 2, idempotencyKey: "load-7" }));
    expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual(["load-7-0", "load-7-2"]);
  });

  it("is all or nothing only if it fits in one request", async () => {
    const { deals, sent } = scripted(written(500));
    const { error } = await outcomeOf(deals.batch(creates(501)));
    expect(error).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
    await outcomeOf(deals.batch(creates(500)));
    expect(sent[0]?.body).toMatchObject({ atomic: true });
  });
});

describe("an iterator", () => {
  it.each([
    ["as text", "title:asc" as const],
    ["as the API has it", { field: "title", direction: "asc" } as const],
  ])(
    "sorted %s requests the next page after this one is read, and leaves nothing open when it is stopped",
    async (_, sorting) => {
      const { deals, sent } = scripted(gives({ items: [RECORD, { ...RECORD, id: "r2" }], nextCursor: "c1" }));
      const { value } = await outcomeOf(
        (async () => {
          for await (const { id } of deals.all({ sort: [sorting], fields: ["title"] })) if (id === "r2") return id;
        })(),
      );
      expect(value).toBe("r2");
      expect(sent.map(({ path, body }) => [path, body])).toEqual([
        [
          "/entities/deals/records/query",
          { limit: 500, cursor: null, sort: [{ field: "title", direction: "asc" }], fields: ["title"] },
        ],
      ]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("for a copy takes its cursor before the walk, and returns it when the walk is complete", async () => {
    const begun = gives({ items: [], nextCursor: "c1", more: false, reset: false });
    const { deals, sent } = scripted(
      begun,
      gives({ items: [RECORD], nextCursor: "p2" }),
      gives({ items: [], nextCursor: null }),
      nothingNew,
    );
    const { value } = await outcomeOf(all(deals.mirror()));
    expect(sent.map(({ path }) => path)).toEqual([
      "/entities/deals/changes",
      "/entities/deals/records/query",
      "/entities/deals/records/query",
      "/entities/deals/changes?cursor=c1&limit=500",
    ]);
    expect(value).toEqual([
      { reset: true, cursor: null, complete: false, items: [{ type: "changed", record: RECORD, at: RECORD.updated }] },
      { reset: false, cursor: "c1", complete: true, items: [] },
      { reset: false, cursor: "c2", complete: true, items: [] },
    ]);
  });

  it("over changes slows down if the service does not wait", async () => {
    const { deals, sent } = scripted(nothingNew);
    await outcomeOf(
      (async () => {
        for await (const _ of deals.changes({ cursor: "c1", wait: 20 })) if (sent.length === 3) return;
      })(),
    );
    expect(sent.map(({ path }) => path)).toEqual([
      "/entities/deals/changes?cursor=c1&wait=20",
      "/entities/deals/changes?cursor=c2&wait=20",
      "/entities/deals/changes?cursor=c2&wait=20",
    ]);
    expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 2_000, 4_000]);
  });
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
