/** Single pages where a fault was, or could be, found by hand; the oracle of `tests/api/oracle` holds the rest. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Entity, JsonObject, SortItem } from "@/lib/model";
import { callerResolver, planSort } from "@/lib/query/plan";
import type { Page } from "@/lib/store/records/read";
import { openTestDatabase } from "../configuration/database";
import { createThings, listThings, storeThings, thingsOf } from "./things";

openTestDatabase();

let entity: Entity;

beforeAll(async () => {
  entity = await createThings();
});

const idOf = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
const store = (...rows: JsonObject[]) => storeThings(entity, rows);

type Query = { sort?: SortItem[]; limit?: number; isShort?: boolean };

const list = ({ sort = [], limit = 100, isShort }: Query): Promise<Page> =>
  listThings(entity, { sort: planSort(sort, callerResolver(entity.fields)), limit }, isShort);

/** However it is asked for, it is the same page. */
async function numbers(query: Query): Promise<number[]> {
  const page = await list(query);
  expect(await list({ ...query, isShort: false })).toEqual(page);
  return thingsOf(page).map(({ id }) => Number(id.slice(-1)));
}

it("an order by several fields has the nulls of the second last, also among the nulls of the first", async () => {
  await store({ whole: null, ratio: null }, { whole: null, ratio: 1 }, { whole: null, ratio: 2 }, { whole: 1 });
  const sort: SortItem[] = [
    { field: "whole", direction: "asc" },
    { field: "ratio", direction: "desc" },
  ];
  expect(await numbers({ sort })).toEqual([4, 3, 2, 1]);
});

it("the end of a list is told on the page itself, so that no empty page follows an exact multiple", async () => {
  await store({}, {}, {}, {});
  expect((await list({ limit: 4 })).next).toBeNull();
  expect((await list({ limit: 3 })).next).toEqual([idOf(2)]);
});

describe("a page of large records", () => {
  it.each([true, false])(
    "stops at 16 MiB, and has at least one record: expected to be short is %s",
    async (isShort) => {
      const large = { extra: "x".repeat(9 * 1024 * 1024) };
      await store(large, large, { extra: "x".repeat(17 * 1024 * 1024) });
      const first = await list({ sort: [{ field: "id", direction: "asc" }], isShort });
      expect([first.count, first.next]).toEqual([1, [idOf(1)]]);
      const last = await list({ sort: [{ field: "id", direction: "desc" }], isShort });
      expect([last.count, last.next]).toEqual([1, [idOf(3)]]);
    },
  );

  it.each([true, false])("comes in pieces, in order: expected to be short is %s", async (isShort) => {
    const middling = { extra: "x".repeat(250 * 1024) };
    await store(middling, middling, middling, middling, middling, middling);
    const page = await list({ sort: [{ field: "id", direction: "asc" }], limit: 5, isShort });
    expect(page.pieces.length).toBeGreaterThan(1);
    expect(thingsOf(page).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map(idOf));
    expect([page.count, page.next]).toEqual([5, [idOf(5)]]);
  });
});
