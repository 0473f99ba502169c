/** Everything a list of tokens shows, read at once. Which tokens it can show is the page's to say, by the visibility. */
import { recentTrouble, sparklines } from "@/lib/call-log/usage";
import type { Member } from "@/lib/model";
import type { TokenVisibility } from "@/lib/store/tokens/tokens";
import { type ListedToken, listTokens } from "@/lib/tokens/list";
import { describePermissions } from "@/lib/tokens/permissions";
import { packTokens } from "./packed-tokens";
import { toTokenItem } from "./token-item";

/** What the list can be narrowed to; `label` is the entity's own, or its key where the reader does not know it. */
export type EntityChoice = { key: string; label: string };

export type TokenListData = { packed: string; count: number; entities: EntityChoice[]; now: Date };

/** `list` goes to the browser, `tokens` stay here. */
type LoadedTokenList = { list: TokenListData; tokens: ListedToken[] };

export async function loadTokenList(
  visibility: TokenVisibility,
  reader: Member,
  now = new Date(),
): Promise<LoadedTokenList> {
  // One after the other: they take a millisecond each, and the connections are those that requests of the API wait for.
  const tokens = await listTokens(visibility, now);
  const days = await sparklines(visibility, now);
  const trouble = await recentTrouble(visibility, now);
  const permissions = await describePermissions(reader);
  const items = tokens.map((token) => toTokenItem(token, { days: days.get(token.id), trouble: trouble.get(token.id) }));
  const labels = new Map(permissions.map(({ entityKey, pluralLabel }) => [entityKey, pluralLabel]));
  const keys = new Set([...labels.keys(), ...items.flatMap(({ scopes }) => scopes?.map(({ entity }) => entity) ?? [])]);
  const entities = [...keys].map((key) => ({ key, label: labels.get(key) ?? key }));
  entities.sort((a, b) => a.label.localeCompare(b.label, "en"));
  return { list: { packed: packTokens(items), count: items.length, entities, now }, tokens };
}
