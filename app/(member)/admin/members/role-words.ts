/**
 * What a role can do, in a line: "list, create on Deals; update on some Deals". Names only the first few of many entities. Pure.
 */
import { formatVerbs } from "@/components/tokens/format-verbs";
import { sortVerbs } from "@/lib/access/verbs";
import type { Configuration, Role } from "@/lib/model";
import { NAMED_ENTITIES } from "@/lib/tokens/named-entities";

export function formatRole({ grants }: Role, { entities }: Pick<Configuration, "entities">): string {
  if (grants.length === 0) return "No access";
  const keys = [...new Set(grants.map(({ entityKey }) => entityKey))];
  const named = keys.length > NAMED_ENTITIES + 1 ? keys.slice(0, NAMED_ENTITIES) : keys;
  const words = formatVerbs(
    named.flatMap((key) => {
      const pluralLabel = entities.get(key)?.pluralLabel ?? key;
      const granted = grants.filter(({ entityKey }) => entityKey === key);
      const onAll = granted.filter(({ where }) => where === null).flatMap(({ verbs }) => verbs);
      const onSome = granted.flatMap(({ verbs }) => verbs).filter((verb) => !onAll.includes(verb));
      return [
        { pluralLabel, verbs: sortVerbs(onAll) },
        { pluralLabel: `some ${pluralLabel}`, verbs: sortVerbs(onSome) },
      ];
    }),
  );
  return named.length === keys.length ? words : `${words}; and more on ${keys.length - named.length} others`;
}
