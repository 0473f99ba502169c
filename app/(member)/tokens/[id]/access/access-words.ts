import { formatVerbs } from "@/components/tokens/format-verbs";
import type { MarkKind } from "@/components/tokens/matrix/mark";
import type { UnusedPermission } from "@/lib/explanation/unused-permissions";
import type { VerbWord } from "@/lib/model";
import type { VerbAccess } from "@/lib/tokens/read/detail";

type AccessCell = { kind: MarkKind; text: string };

export function toAccessCell({ granted, held, effective, someRecords }: VerbAccess, isOwn: boolean): AccessCell {
  if (effective) return someRecords ? { kind: "some records", text: "Some records" } : { kind: "allowed", text: "Yes" };
  if (granted && !held) return { kind: "exceeds", text: isOwn ? "Exceeds your role" : "Exceeds the owner’s role" };
  return { kind: "not granted", text: "No" };
}

/** "delete on Contacts; create, update on Deals". */
export function formatUnused(unused: readonly UnusedPermission[]): string {
  const entities = new Map<string, { pluralLabel: string; verbs: VerbWord[] }>();
  for (const { entityKey, pluralLabel, verb } of unused) {
    const entity = entities.get(entityKey) ?? { pluralLabel, verbs: [] };
    entity.verbs.push(verb);
    entities.set(entityKey, entity);
  }
  return formatVerbs([...entities.values()]);
}

export function narrowingHref(tokenId: string, unused: readonly UnusedPermission[]): string {
  const query = new URLSearchParams(unused.map(({ entityKey, verb }) => ["remove", `${entityKey}:${verb}`]));
  return `/tokens/${tokenId}/edit?${query}`;
}
