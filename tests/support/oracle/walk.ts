/**
 * Walks a list to its end, page by page, and compares each page with the oracle: what comes after the last record seen, as
 * that record was when it was seen (contract § 6, keyset paging). Others may write between the pages.
 */
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@/lib/model";
import { dataOf, type Page } from "../organization";
import type { Ask, Verdict } from "./ask";
import { compareAnswer, differenceOfEnvelope, sendAsk, tell } from "./compare";
import type { ModelRecord } from "./file";
import { compareRecords, inputOfQueryString, type ListInput, wishOf } from "./listing";
import type { Caller, LiveWorld } from "./live-world";
import { judge } from "./oracle";
import { rightsOf } from "./permissions";

export type ListAsk = Extract<Ask, { endpoint: "list" | "query" }>;

/** More than any walk of the suite needs: a cursor that runs in circles ends here. */
const MOST_PAGES = 200;

export type WalkOptions = {
  /** Taken in turn; none: the query's own. */
  limits?: number[];
  /** The callers who continue with the cursor, in turn, after the first page. */
  relay?: Caller[];
  between?: (page: number) => Promise<void>;
};

/** Returns the ids seen, page by page. */
export async function walk(
  live: LiveWorld,
  first: Caller,
  ask: ListAsk,
  { limits = [], relay = [], between = async () => {} }: WalkOptions = {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let last: ModelRecord | null = null;
  let cursor: string | null = null;
  do {
    const caller = (pages.length === 0 ? first : relay[(pages.length - 1) % relay.length]) ?? first;
    const asked = pageAsk(ask, limits[pages.length % limits.length], cursor);
    // The oracle does not check cursors.
    const verdict = judge(live.world, caller, pageAsk(ask, limits[pages.length % limits.length], null));
    const answer = await sendAsk(caller, asked);
    compareAnswer(live, caller, asked, verdict, answer);
    if (verdict.kind !== "list") return pages;
    const page = dataOf<Page>(answer);
    const rest = restOf(live, caller, ask, verdict, last);
    const wrong = differenceOfPage(page, rest);
    if (wrong !== null)
      throw new Error(tell(live.world, caller, asked, briefly(rest), answer, `${wrong} (page ${pages.length + 1})`));
    pages.push(page.items.map(({ id }) => id));
    last = rest.records[page.items.length - 1] ?? null;
    cursor = page.nextCursor;
    if (cursor !== null) await between(pages.length);
  } while (cursor !== null && pages.length < MOST_PAGES);
  return pages;
}

type ListVerdict = Extract<Verdict, { kind: "list" }>;

function pageAsk(ask: ListAsk, limit: number | undefined, cursor: string | null): ListAsk {
  if (ask.endpoint === "list") {
    const query = ask.query.filter(([name]) => limit === undefined || name !== "limit");
    if (limit !== undefined) query.push(["limit", String(limit)]);
    if (cursor !== null) query.push(["cursor", cursor]);
    return { ...ask, query };
  }
  const body = { ...(ask.body as JsonObject), ...(limit === undefined ? {} : { limit }) };
  return { ...ask, body: cursor === null ? body : { ...body, cursor } };
}

/** The records after `last`. */
function restOf(
  live: LiveWorld,
  caller: Caller,
  ask: ListAsk,
  verdict: ListVerdict,
  last: ModelRecord | null,
): ListVerdict {
  const rights = rightsOf(live.world.file, caller, ask.entity);
  if (last === null || rights === null) return verdict;
  const input = ask.endpoint === "list" ? inputOfQueryString(ask.query) : (ask.body as ListInput);
  const { sort } = wishOf(input);
  const isBehind = (record: ModelRecord) => compareRecords(last, record, rights, sort) < 0;
  const kept = verdict.records
    .map((record, index) => ({ record, shown: verdict.shown[index] }))
    .filter(({ record }) => isBehind(record));
  return {
    ...verdict,
    records: kept.map(({ record }) => record),
    shown: kept.flatMap(({ shown }) => (shown === undefined ? [] : [shown])),
  };
}

function differenceOfPage({ items, nextCursor }: Page, { records, shown, limit }: ListVerdict): string | null {
  const expected = records.slice(0, limit).map(({ id }) => id);
  const ids = items.map(({ id }) => id);
  if (!isDeepStrictEqual([...ids].sort(), [...expected].sort())) return "which records are on the page";
  if (!isDeepStrictEqual(ids, expected)) return "the order of the page";
  if ((nextCursor === null) !== records.length <= limit) return "whether a page follows";
  for (const [index, item] of items.entries()) {
    const [record, view] = [records[index], shown[index]];
    const wrong = record === undefined || view === undefined ? "the page" : differenceOfEnvelope(item, record, view);
    if (wrong !== null) return `${wrong} ${item.id}`;
  }
  return null;
}

/** A short form for people. */
function briefly({ records, limit }: ListVerdict): unknown {
  return { limit, ids: records.slice(0, limit).map(({ id }) => id), following: records.length - limit, records };
}
