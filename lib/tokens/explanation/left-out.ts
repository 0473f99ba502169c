/** What a token leaves out of what its owner holds: the further verbs that fields and transitions ask for. Pure. */
import { sortVerbs } from "../../access/verbs";
import type { VerbWord } from "../../model";
import { holds, listed, nameOf, type RefusedCase, type Rights } from "./refused-case";

/** Of these the verbs that the role holds and the token does not include. null: nothing is asked for. */
export function leftOut(rights: Rights | null, verbs: readonly (VerbWord | null)[]): VerbWord[] {
  if (rights === null) return [];
  const asked = verbs.filter((verb) => verb !== null);
  return sortVerbs(asked.filter((verb) => holds(rights, verb).byRole && !holds(rights, verb).byToken));
}

/** `keys`: the fields that are closed to the token alone. `text`: so, without a full stop; empty where there are none. */
export type LeftOutFields = { keys: string[]; text: string; advice: string };

const DOING = { readVerb: "reading", writeVerb: "writing" } as const;

export function leftOutFields(refused: RefusedCase, keys: string[], guard: keyof typeof DOING): LeftOutFields {
  const { before, voice, call } = refused;
  const verbOf = (key: string) => before?.role?.entity.fields.get(key)?.[guard] ?? null;
  const closed = keys.filter((key) => leftOut(before, [verbOf(key)]).length > 0);
  if (closed.length === 0) return { keys: [], text: "", advice: "" };
  const verbs = leftOut(before, closed.map(verbOf));
  return {
    keys: closed,
    text: `${voice.token} does not include ${listed(verbs)}, which ${DOING[guard]} ${listed(closed)} asks for; ${voice.role} does`,
    advice: anotherToken(verbs, nameOf(call.entityKey)),
  };
}

/** What to do where the token leaves out what its owner holds. */
export function anotherToken(verbs: readonly VerbWord[], entity: string): string {
  return `Use a token that includes ${listed([...verbs])} on ${entity}; a token's access can be narrowed, but not widened.`;
}
