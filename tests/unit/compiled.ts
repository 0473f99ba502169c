/** What a member of an organization can do by its document, compiled without a database. */
import { type Access, compileAccess } from "@/lib/access/compile";
import { compileConfiguration } from "@/lib/configuration/compile";
import type { EntityDocument, OrganizationDocument } from "@/lib/configuration/schema";
import type { Configuration, Member } from "@/lib/model";

type Roles = NonNullable<OrganizationDocument["roles"]>;
export type Grants = Roles[number]["grants"];

/** Of the one role of `accessTo`. */
export const MEMBER: Member = {
  id: "00000000-0000-7000-8000-0000000000a1",
  organizationId: "o",
  name: "Ada",
  email: "ada@acme.test",
  roleKeys: ["role"],
  active: true,
  admin: false,
};

/** The ids of entities are their keys. `roles`: the grants of each, by its key. */
export function configurationOf(entities: EntityDocument[], roles: Record<string, Grants> = {}): Configuration {
  const document = {
    organization: { key: "acme", name: "Acme" },
    entities,
    roles: Object.entries(roles).map(([key, grants]) => ({ key, name: key, grants })),
  };
  const entityIds = new Map(entities.map(({ key }) => [key, key]));
  return compileConfiguration({ organizationId: "o", version: 1, document, entityIds });
}

/** Of a member who has the verbs on each of the entities. */
export function accessTo(entities: EntityDocument[], verbs: string[]): Access {
  const role = entities.map(({ key: entity }) => ({ entity, verbs }));
  return compileAccess(configurationOf(entities, { role }), MEMBER, null);
}
