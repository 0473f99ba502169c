/** Which tokens a list shows, and in what order. Tokens in rotation stand together, the new one first. Pure. */
import { DAY_MS } from "@/lib/durations";
import { EXPIRES_SOON_DAYS, isWorking } from "@/lib/tokens/status";
import type { ListQuery, Sort } from "./list-query";
import type { TokenItem } from "./token-item";

/** One token, or one and those it replaces that still work: newest first. */
export type TokenGroup = [TokenItem, ...TokenItem[]];

export const UNUSED_DAYS = 90;

export function findTokens(items: readonly TokenItem[], query: ListQuery, now: Date): TokenGroup[] {
  const matches = matcherOf(query, now);
  return groupRotations(items)
    .filter((group) => group.some(matches))
    .sort((a, b) => ORDERS[query.sort](a[0], b[0]));
}

export function groupRotations(items: readonly TokenItem[]): TokenGroup[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const isFollower = ({ status, replacedBy }: TokenItem) =>
    status === "rotating" && replacedBy !== null && byId.has(replacedBy);
  return items
    .filter((item) => !isFollower(item))
    .map((item) => {
      const group: TokenGroup = [item];
      let older = byId.get(item.replaces ?? "");
      while (older !== undefined && isFollower(older)) {
        group.push(older);
        older = byId.get(older.replaces ?? "");
      }
      return group;
    });
}

function matcherOf(query: ListQuery, now: Date): (item: TokenItem) => boolean {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  return (item) =>
    (query.status === null || item.status === query.status) &&
    (query.owner === null || item.owner.email === query.owner) &&
    mayDo(item, query) &&
    (query.attention !== "unused" || isUnused(item, now)) &&
    (query.attention !== "expiring" || isExpiring(item, now)) &&
    words.every((word) => textOf(item).includes(word));
}

/** As granted. A token without scopes of its own may do what its owner can, so it is never left out. */
function mayDo({ scopes }: TokenItem, { entity, verb }: ListQuery): boolean {
  if (scopes === null) return true;
  return scopes.some(
    (scope) => (entity === null || scope.entity === entity) && (verb === null || scope.verbs.includes(verb)),
  );
}

function isUnused({ status, lastUsed, created }: TokenItem, now: Date): boolean {
  return isWorking(status) && now.getTime() - (lastUsed ?? created).getTime() >= UNUSED_DAYS * DAY_MS;
}

function isExpiring({ status, expires }: TokenItem, now: Date): boolean {
  return isWorking(status) && expires !== null && expires.getTime() - now.getTime() <= EXPIRES_SOON_DAYS * DAY_MS;
}

function textOf({ name, purpose, hint, id, owner }: TokenItem): string {
  return [name, purpose, hint, id, owner.name, owner.email].join("\n").toLowerCase();
}

/** What is missing comes last: tokens that were never used, that never expire; and when one that has ended would expire. */
const ORDERS: Record<Sort, (a: TokenItem, b: TokenItem) => number> = {
  created: (a, b) => b.created.getTime() - a.created.getTime(),
  used: (a, b) => (b.lastUsed?.getTime() ?? 0) - (a.lastUsed?.getTime() ?? 0),
  expires: (a, b) => endOf(a) - endOf(b),
  name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
};

function endOf({ status, expires }: TokenItem): number {
  return isWorking(status) && expires !== null ? expires.getTime() : Number.MAX_VALUE;
}

/** null: none that works has an end. */
export function nextEndOf(items: readonly Pick<TokenItem, "status" | "expires">[], now: Date): Date | null {
  let next: Date | null = null;
  for (const { status, expires } of items) {
    if (!isWorking(status) || expires === null || expires <= now) continue;
    if (next === null || expires < next) next = expires;
  }
  return next;
}
