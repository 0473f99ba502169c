/** Which of an owner's verbs on an entity there are to choose from, and which a choice of scopes comes to. Pure, for the browser too. */
import { isOfTheFour } from "../access/verbs";
import { type Scopes, VERBS, type VerbWord } from "../model";
import type { EntityRights, VerbRight } from "./rights";

/** undefined where the owner is not told of such a verb. */
export function rightTo({ verbs, further }: EntityRights, verb: VerbWord): VerbRight | undefined {
  return isOfTheFour(verb) ? verbs[verb] : further.find((each) => each.verb === verb)?.right;
}

/** The four in their order, then the further ones by name. */
export function heldVerbs(entity: EntityRights): VerbWord[] {
  const { verbs, further } = entity;
  return [
    ...VERBS.filter((verb) => verbs[verb].held),
    ...further.filter(({ right }) => right.held).map(({ verb }) => verb),
  ];
}

/** Of the verbs that the owner holds those that a token of these scopes has, too. */
export function effectiveVerbs(scopes: Scopes, entity: EntityRights): VerbWord[] {
  const held = heldVerbs(entity);
  if (scopes === null) return held;
  return held.filter((verb) => scopes.some((scope) => scope.entity === entity.entityKey && scope.verbs.includes(verb)));
}
