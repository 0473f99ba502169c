/** Loads everything that a page of the token list shows. The page decides which tokens are visible, through `visibility`. */
import { recentTrouble, sparklines } from "@/lib/call-log/usage";
import type { Member } from "@/lib/model";
import type { TokenVisibility } from "@/lib/store/tokens/tokens";
import { describePermissions } from "@/lib/tokens/permissions";
import { listChoices, listTokensOf } from "@/lib/tokens/read/listing";
import type { TokenListState } from "./list-address";

export type LoadedTokenList = Awaited<ReturnType<typeof loadTokenList>>;

export async function loadTokenList(
  visibility: TokenVisibility,
  { reader, state, now }: { reader: Member; state: TokenListState; now: Date },
) {
  // Sequential: each query takes a few milliseconds, and API requests wait for the same connections.
  const page = await listTokensOf(visibility, state, { cursor: state.cursor, now });
  const shown = { ...visibility, tokenIds: page.groups.flatMap((group) => group.map(({ id }) => id)) };
  const days = await sparklines(shown, now);
  const trouble = await recentTrouble(shown, now);
  const choices = await listChoices(visibility, now);
  const permissions = await describePermissions(reader);
  const labels = new Map(permissions.map(({ entityKey, pluralLabel }) => [entityKey, pluralLabel]));
  const keys = new Set([...labels.keys(), ...choices.entities]);
  // An entity that the reader does not know is named by its key.
  const entities = [...keys].map((key) => ({ key, label: labels.get(key) ?? key }));
  entities.sort((a, b) => a.label.localeCompare(b.label, "en"));
  return { page, days, trouble, owners: choices.owners, entities, verbs: choices.verbs, now };
}
