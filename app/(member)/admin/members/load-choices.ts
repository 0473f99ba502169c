import { furtherVerbsOf, sortVerbs } from "@/lib/access/verbs";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { type Configuration, type Entity, type MemberKind, type Role, VERBS, type VerbWord } from "@/lib/model";
import { listPersons } from "@/lib/store/people/managed-members";
import { NAMED_ENTITIES } from "@/lib/tokens/named-entities";

/** About 30 KB of the page. */
const OFFERED_PERSONS = 500;

/** `persons`: the suggested managers of a service account; others are found by their address. */
export async function loadChoices(organizationId: string, kind: MemberKind) {
  const configuration = await loadCurrentConfiguration(organizationId);
  const { roles, membersManagedBy } = configuration;
  return {
    membersManagedBy,
    roles: [...roles.values()].map((role) => ({
      key: role.key,
      name: role.name,
      does: formatRole(role, configuration),
    })),
    persons: kind === "person" ? [] : await listPersons(organizationId, OFFERED_PERSONS),
  };
}

/** In a line: "Deals: all · Contacts: list, create; update on some". Names only the first few entities. */
export function formatRole({ grants }: Role, { entities }: Pick<Configuration, "entities">): string {
  if (grants.length === 0) return "No access";
  const keys = [...new Set(grants.map(({ entityKey }) => entityKey))];
  const named = keys.length > NAMED_ENTITIES + 1 ? keys.slice(0, NAMED_ENTITIES) : keys;
  const words = named.map((key) => {
    const entity = entities.get(key);
    const granted = grants.filter(({ entityKey }) => entityKey === key);
    const onAll = sortVerbs(granted.filter(({ where }) => where === null).flatMap(({ verbs }) => verbs));
    const onSome = sortVerbs(granted.flatMap(({ verbs }) => verbs)).filter((verb) => !onAll.includes(verb));
    const parts = [formatOnAll(onAll, entity), onSome.length === 0 ? "" : `${onSome.join(", ")} on some`];
    return `${entity?.pluralLabel ?? key}: ${parts.filter((part) => part !== "").join("; ")}`;
  });
  return [...words, ...(named.length === keys.length ? [] : [`${keys.length - named.length} more`])].join(" · ");
}

function formatOnAll(verbs: readonly VerbWord[], entity: Entity | undefined): string {
  const every = [...VERBS, ...(entity === undefined ? [] : furtherVerbsOf(entity))];
  return every.every((verb) => verbs.includes(verb)) ? "all" : verbs.join(", ");
}
