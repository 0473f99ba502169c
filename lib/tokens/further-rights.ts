/**
 * The further verbs of an entity as an owner is offered them for a token: what each is for, and with which of the four it is of
 * use. A verb is named only to those who know of something that asks for it, so that none tells of what is hidden.
 */
import type { EntityAccess } from "../access/compile";
import { furtherVerbsOf, holdsVerb } from "../access/verbs";
import { type Entity, type Field, VERBS, type Verb, type VerbWord } from "../model";
import type { VerbRight } from "./rights";

export type FurtherRight = {
  verb: VerbWord;
  right: VerbRight;
  /** In a few words, such as "reads Margin"; empty where the owner can see none of it. */
  use: string;
  /** Of the four, never empty: without one of these it opens nothing. */
  worksWith: Verb[];
  /** A required field without a default asks for it to be written: without it no record can be created. */
  neededToCreate: boolean;
};

/** `isAdmin`: administrators are told of every verb, as they are of every entity. */
export function furtherRights(entity: Entity, access: EntityAccess, isAdmin: boolean): FurtherRight[] {
  return furtherVerbsOf(entity)
    .filter((verb) => worksWith(entity, verb).length > 0 && (isAdmin || isKnown(entity, access, verb)))
    .map((verb) => ({
      verb,
      right: toRight(entity, access, verb),
      use: useOf(entity, access, verb),
      worksWith: worksWith(entity, verb),
      neededToCreate: [...entity.fields.values()].some(
        ({ required, default: initial, writeVerb }) => required && initial === null && writeVerb === verb,
      ),
    }));
}

/** Fields that can be read are known, and so are transitions: whoever tries one is told the verb that it asks for. */
function isKnown(entity: Entity, access: EntityAccess, verb: VerbWord): boolean {
  if (holdsVerb(access, verb)) return true;
  return writtenFields(entity, verb).some(({ key }) => access.readable.has(key)) || targetsOf(entity, verb).length > 0;
}

function toRight(entity: Entity, access: EntityAccess, verb: VerbWord): VerbRight {
  const scope = access.scopeOf(verb);
  if (!holdsVerb(access, verb))
    return { held: false, reason: `Your roles do not grant ${verb} on ${entity.pluralLabel}.` };
  return { held: true, someRecords: scope !== "all" };
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

/** The states that transitions lead to which ask for the verb, each once. */
function targetsOf({ lifecycle }: Entity, verb: VerbWord): string[] {
  const transitions = (lifecycle?.transitions ?? []).filter((transition) => transition.verb === verb);
  return [...new Set(transitions.map(({ to }) => to))];
}
