/** The owner's permissions on each entity. Hidden fields are only counted; only administrators see entities without any. */
import { compileAccess, type EntityAccess } from "../access/compile";
import { furtherVerbsOf, hasVerb } from "../access/verbs";
import { loadCurrentConfiguration } from "../configuration/load";
import { capitalized } from "../messages/cut-text";
import { type Entity, type Field, type Member, VERBS, type Verb, type VerbWord } from "../model";
import { type OwnerWords, TO_THEMSELVES } from "./owner-words";

/** `someRecords`: the permission has a condition on records, such as "those I created". */
export type VerbPermission = { held: true; someRecords: boolean } | { held: false; reason: string };

export type EntityPermissions = Pick<Entity, "label" | "pluralLabel" | "description"> & {
  entityKey: string;
  verbs: Record<Verb, VerbPermission>;
  further: FurtherPermission[];
  /** Fields that the owner cannot read on any record. */
  hiddenFieldCount: number;
  /** In the order of discovery. */
  fields: ReadableField[];
  /** Fields by which the owner can limit a token's rows. */
  limiting: LimitingField[];
};

export type LimitingField = Pick<Field, "key" | "label" | "type" | "options">;

/** `readVerb` is the verb needed to read the field; null if `list` is enough. */
export type ReadableField = { key: string; label: string; readVerb: VerbWord | null };

/** In the order of discovery, by key. */
export async function describePermissions(owner: Member, words = TO_THEMSELVES): Promise<EntityPermissions[]> {
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const access = compileAccess(configuration, owner, null);
  const keys = [...configuration.entities.keys()].sort();
  return keys.flatMap((key) => {
    const entity = configuration.entities.get(key);
    if (entity === undefined || !entity.exposed) return [];
    const held = access.entity(key);
    return held === null && !owner.admin ? [] : [toEntityPermissions(entity, held, { isAdmin: owner.admin, words })];
  });
}

export function countHiddenFields({ entity, readable }: EntityAccess): number {
  return [...entity.fields.keys()].filter((key) => !readable.has(key)).length;
}

type OfOwner = { isAdmin: boolean; words: OwnerWords };

function toEntityPermissions(entity: Entity, access: EntityAccess | null, owner: OfOwner): EntityPermissions {
  const readable = [...entity.fields.values()].filter(({ key }) => access?.readable.has(key));
  return {
    entityKey: entity.key,
    label: entity.label,
    pluralLabel: entity.pluralLabel,
    description: entity.description,
    verbs: Object.fromEntries(VERBS.map((verb) => [verb, toPermission(entity, access, verb, owner.words)])) as Record<
      Verb,
      VerbPermission
    >,
    further: access === null ? [] : furtherPermissions(entity, access, owner),
    hiddenFieldCount: access === null ? entity.fields.size : countHiddenFields(access),
    fields: readable.map(({ key, label, readVerb }) => ({ key, label, readVerb })),
    limiting: access === null ? [] : limitingFields(access),
  };
}

export function limitingFields({ limitable }: EntityAccess): LimitingField[] {
  return [...limitable.values()].map(({ key, label, type, options }) => ({ key, label, type, options }));
}

function toPermission(
  entity: Entity,
  access: EntityAccess | null,
  verb: VerbWord,
  { possessive }: OwnerWords,
): VerbPermission {
  if (access === null) return { held: false, reason: `None of ${possessive} roles reaches ${entity.pluralLabel}.` };
  if (!hasVerb(access, verb)) {
    return { held: false, reason: `${capitalized(possessive)} roles do not grant ${verb} on ${entity.pluralLabel}.` };
  }
  return { held: true, someRecords: access.scopeOf(verb) !== "all" };
}

export type FurtherPermission = {
  verb: VerbWord;
  permission: VerbPermission;
  /** A few words, such as "reads Margin"; empty if the owner can see none of it. */
  use: string;
  /** Some of the four standard verbs, never empty: without one of them this verb has no effect. */
  worksWith: Verb[];
  /** No record can be created without this verb, because a required field without a default needs it. */
  neededToCreate: boolean;
};

/** With `isAdmin`, every verb is included: administrators see every verb and every entity. */
function furtherPermissions(entity: Entity, access: EntityAccess, { isAdmin, words }: OfOwner): FurtherPermission[] {
  return furtherVerbsOf(entity)
    .filter((verb) => worksWith(entity, verb).length > 0 && (isAdmin || isKnown(entity, access, verb)))
    .map((verb) => ({
      verb,
      permission: toPermission(entity, access, verb, words),
      use: useOf(entity, access, verb),
      worksWith: worksWith(entity, verb),
      neededToCreate: [...entity.fields.values()].some(
        ({ required, default: initial, writeVerb }) => required && initial === null && writeVerb === verb,
      ),
    }));
}

/** The owner knows a verb that a readable field or a transition needs: the refusal of a transition names its verb. */
function isKnown(entity: Entity, access: EntityAccess, verb: VerbWord): boolean {
  if (hasVerb(access, verb)) return true;
  return writtenFields(entity, verb).some(({ key }) => access.readable.has(key)) || targetsOf(entity, verb).length > 0;
}

function useOf(entity: Entity, access: EntityAccess, verb: VerbWord): string {
  const visible = (fields: Field[]) => fields.filter(({ key }) => access.readable.has(key)).map(({ label }) => label);
  const state = entity.lifecycle === null ? undefined : entity.fields.get(entity.lifecycle.field);
  const isStateSeen = state !== undefined && access.readable.get(state.key) === "all";
  const targets = targetsOf(entity, verb).map((to) => state?.options.find(({ value }) => value === to)?.label ?? to);
  const uses = [
    ["reads", visible(readFields(entity, verb))],
    ["writes", visible(writtenFields(entity, verb))],
    [`changes ${state?.label} to`, isStateSeen ? targets : []],
  ] as const;
  return uses
    .filter(([, what]) => what.length > 0)
    .map(([does, what]) => `${does} ${what.join(", ")}`)
    .join("; ");
}

function worksWith(entity: Entity, verb: VerbWord): Verb[] {
  const works = new Set<Verb>();
  if (readFields(entity, verb).length > 0) works.add("list");
  if (writtenFields(entity, verb).length > 0) works.add("create").add("update");
  if (targetsOf(entity, verb).length > 0) works.add("update");
  return VERBS.filter((each) => works.has(each));
}

function readFields({ fields }: Entity, verb: VerbWord): Field[] {
  return [...fields.values()].filter(({ readVerb }) => readVerb === verb);
}

function writtenFields({ fields }: Entity, verb: VerbWord): Field[] {
  return [...fields.values()].filter(({ writeVerb, readOnly }) => writeVerb === verb && !readOnly);
}

function targetsOf({ lifecycle }: Entity, verb: VerbWord): string[] {
  const transitions = (lifecycle?.transitions ?? []).filter((transition) => transition.verb === verb);
  return [...new Set(transitions.map(({ to }) => to))];
}
