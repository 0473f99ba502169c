/**
 * What an owner holds, entity by entity, for the table from which a token's scopes are chosen. Nothing of what is hidden
 * from the owner is named: of hidden fields the number is told, entities without any right only to administrators.
 */
import { compileAccess, type EntityAccess } from "../access/compile";
import { sortVerbs } from "../access/verbs";
import { loadCurrentConfiguration } from "../configuration/load";
import { type Configuration, type Entity, type Member, VERBS, type Verb, type VerbWord } from "../model";
import { type FurtherRight, furtherRights } from "./further-rights";

/** `someRecords`: the right is bound to a condition on records, such as "those I made". */
export type VerbRight = { held: true; someRecords: boolean } | { held: false; reason: string };

export type EntityRights = {
  entityKey: string;
  label: string;
  pluralLabel: string;
  description: string | null;
  verbs: Record<Verb, VerbRight>;
  /** Those beyond the four, by name. */
  further: FurtherRight[];
  fieldCount: number;
  /** Fields that the owner can read on no record. */
  hiddenFieldCount: number;
  /** How many of the fields that the owner can read ask for which verb: without it a token cannot read them. */
  fieldsToRead: { verb: VerbWord; count: number }[];
};

/** In the order of discovery, by key. */
export async function describeRights(owner: Member): Promise<EntityRights[]> {
  return compileRights(await loadCurrentConfiguration(owner.organizationId), owner);
}

export function compileRights(configuration: Configuration, owner: Member): EntityRights[] {
  const access = compileAccess(configuration, owner, null);
  const keys = [...configuration.entities.keys()].sort();
  return keys.flatMap((key) => {
    const entity = configuration.entities.get(key);
    if (entity === undefined || !entity.exposed) return [];
    const held = access.entity(key);
    return held === null && !owner.admin ? [] : [toEntityRights(entity, held, owner.admin)];
  });
}

/** The number of fields that are hidden from whoever has this access. */
export function countHiddenFields({ entity, readable }: EntityAccess): number {
  return [...entity.fields.keys()].filter((key) => !readable.has(key)).length;
}

function toEntityRights(entity: Entity, access: EntityAccess | null, isAdmin: boolean): EntityRights {
  return {
    entityKey: entity.key,
    label: entity.label,
    pluralLabel: entity.pluralLabel,
    description: entity.description,
    verbs: Object.fromEntries(VERBS.map((verb) => [verb, toVerbRight(entity, access, verb)])) as Record<
      Verb,
      VerbRight
    >,
    further: access === null ? [] : furtherRights(entity, access, isAdmin),
    fieldCount: entity.fields.size,
    hiddenFieldCount: access === null ? entity.fields.size : countHiddenFields(access),
    fieldsToRead: access === null ? [] : countFieldsToRead(access),
  };
}

function countFieldsToRead({ entity, readable }: EntityAccess): EntityRights["fieldsToRead"] {
  const verbs = [...entity.fields.values()].filter(({ key }) => readable.has(key)).map(({ readVerb }) => readVerb);
  return sortVerbs(verbs.filter((verb) => verb !== null)).map((verb) => ({
    verb,
    count: verbs.filter((each) => each === verb).length,
  }));
}

function toVerbRight(entity: Entity, access: EntityAccess | null, verb: Verb): VerbRight {
  if (access === null) return { held: false, reason: `None of your roles reaches ${entity.pluralLabel}.` };
  if (!access.permissions[verb])
    return { held: false, reason: `Your roles do not grant ${verb} on ${entity.pluralLabel}.` };
  return { held: true, someRecords: access.scopeOf(verb) !== "all" };
}
