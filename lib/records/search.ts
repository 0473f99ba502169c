/** Use case: the best matches of a search among all records that the caller can list (contract § 17). */
import type { Access, EntityAccess } from "../access/compile";
import { MAX_PAGE_BYTES, RANKED_IN_SEARCH, SEARCH_MS } from "../limits";
import type { Found, Shown } from "../query/page/found";
import type { PagePlan, Ranked } from "../query/page/page-plan";
import { NEWEST } from "../query/page/ranked-run";
import { EVERYTHING } from "../query/plan";
import type { Release } from "../semaphore";
import * as store from "../store/records/read";
import { type Lister, lengthOf, planConditions } from "./list";
import { unlessLocked } from "./load/locked-entities";
import { pageBudget } from "./load/page-budget";
import { listsOfToken, sharerOf } from "./load/shares";
import { runInTurn } from "./load/slow-list";
import { searchedLabel } from "./relevance";
import { foldLabel } from "./rules/derive";
import { projectionOf } from "./view";

/** `text` is as sent, `words` are folded. `fields` null is every field. */
export type Search = { text: string; words: string[]; fields: string[] | null; limit: number };

/** `isBounded`: not all matches were compared. `sent`: see `ListedPage`. */
type Results = { items: string[]; isBounded: boolean; sent: Release };

/** Entities searched at a time. Each takes a place of the caller's share; a search never waits for its own places. */
const AT_ONCE = 2;

/** The caller can list all `entities`. Throws INVALID_FILTERS if one took too long, RATE_LIMITED and CallerLeft. */
export async function searchRecords(
  lister: Lister,
  entities: EntityAccess[],
  search: Search,
  signal: AbortSignal,
): Promise<Results> {
  const { organizationId } = lister.configuration;
  const { limit } = search;
  const room = await pageBudget().reserve(sharerOf(lister), `search ${organizationId}`, { limit, signal });
  try {
    const best = new BestMatches(limit);
    const rest = entities.filter(({ searchable }) => searchable.size > 0);
    const until = performance.now() + SEARCH_MS;
    const searchNext = async (): Promise<void> => {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        if (performance.now() > until) best.isBounded = true;
        else best.add(next.entity.key, await searchEntity(lister, next, search, signal));
      }
    };
    const searches = Array.from({ length: Math.min(AT_ONCE, listsOfToken()) }, searchNext);
    await Promise.all(searches).finally(() => rest.splice(0));
    const items = best.items();
    await room.fit(items.length, lengthOf(items));
    return { items, isBounded: best.isBounded, sent: room.release };
  } catch (error) {
    room.release();
    throw error;
  }
}

function searchEntity(lister: Lister, access: EntityAccess, search: Search, signal: AbortSignal): Promise<Found[]> {
  const { entity } = access;
  const { scope, search: searched } = planConditions(lister, access, { where: null, words: search.words });
  const label = searchedLabel(access);
  const labelKey = label !== null && entity.uniqueLabel ? foldLabel(search.text) : null;
  const plan: PagePlan & { ranked: Ranked } = {
    entityId: entity.id,
    where: scope,
    search: searched,
    sort: NEWEST,
    after: null,
    limit: search.limit,
    ranked: { label, among: RANKED_IN_SEARCH, labelKey },
  };
  const find = () => store.findBest(plan, shownOf(access, search), signal, lister.seen);
  return unlessLocked({ entity, tokenId: lister.token.rootId, waiter: "list" }, () =>
    runInTurn({ lister, entity, plan, filter: EVERYTHING }, signal, find),
  );
}

/** A field that is unknown or unreadable here belongs to another entity. */
function shownOf(access: EntityAccess, { fields }: Search): Shown {
  const { entity, readable, searchable, planOf } = access;
  const labelField = entity.fields.get(entity.labelField);
  const labelScope = readable.get(entity.labelField);
  return {
    projection: projectionOf(access, fields?.filter((key) => readable.has(key)) ?? null),
    label:
      labelField === undefined || labelScope === undefined ? null : { field: labelField, readable: planOf(labelScope) },
    searched: [...searchable.values()],
  };
}

type Match = Found & { entityKey: string; text: string };

/** Keeps only the best matches in memory. */
class BestMatches {
  isBounded = false;
  private matches: Match[] = [];

  constructor(private readonly limit: number) {}

  add(entityKey: string, found: Found[]): void {
    const whole = found.flatMap((each) => (each.text === null ? [] : [{ ...each, text: each.text, entityKey }]));
    if (whole.length < found.length || found.some(({ more }) => more)) this.isBounded = true;
    this.matches = [...this.matches, ...whole].sort(byRelevance).slice(0, this.limit);
    while (this.matches.length > 1 && lengthOf(this.items()) > MAX_PAGE_BYTES) {
      this.matches.pop();
      this.isBounded = true;
    }
  }

  items(): string[] {
    return this.matches.map(({ text }) => text);
  }
}

/** Best first. A total order, because no two matches are the same record. */
function byRelevance(one: Match, other: Match): number {
  return (
    one.rank - other.rank ||
    other.created - one.created ||
    compare(other.id, one.id) ||
    compare(one.entityKey, other.entityKey)
  );
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

export function listableEntities(access: Access): EntityAccess[] {
  return access.entities().filter(({ permissions }) => permissions.list);
}
