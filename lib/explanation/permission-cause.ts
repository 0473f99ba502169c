/** Explains a refusal by what the token, its owner's roles, or both lack. */
import { hasVerb, sortVerbs } from "../access/verbs";
import { capitalized } from "../messages/cut-text";
import { VERBS, type VerbWord } from "../model";
import { type Cause, listed, type Permissions, type RefusedCase, rowLimitText } from "./refused-case";

const CHANGED = "Permissions have changed since: the same request would pass this check now.";

function isUsable(permissions: Permissions, verb: VerbWord): boolean {
  return isHeldByRole(permissions, verb) && isIncluded(permissions, verb);
}

function isHeldByRole({ role }: Permissions, verb: VerbWord): boolean {
  return role !== null && hasVerb(role, verb);
}

function isIncluded({ scoped }: Permissions, verb: VerbWord): boolean {
  return scoped === null || scoped.includes(verb);
}

/** The verbs that the role has but the token does not include. */
export function leftOut(permissions: Permissions, verbs: readonly (VerbWord | null)[]): VerbWord[] {
  const required = verbs.filter((verb) => verb !== null);
  return sortVerbs(required.filter((verb) => isHeldByRole(permissions, verb) && !isIncluded(permissions, verb)));
}

/** `text` can follow a colon: it has neither a capital letter nor a full stop. */
export function missingCause(verbs: readonly VerbWord[], refused: RefusedCase): Cause {
  const { entity, before, today, voice } = refused;
  const [byRole, byToken] = [isHeldByRole, isIncluded].map((has) => verbs.every((verb) => has(before, verb)));
  const what = `${listed(verbs)} on ${entity}`;
  const ask = `Ask an administrator for ${what}`;
  const cause = byRole
    ? { text: `${voice.token} does not include ${what}; ${voice.role} does`, advice: anotherToken(what) }
    : byToken
      ? { text: `${voice.role} does not have ${what}`, advice: `${ask}. The token needs no change.` }
      : {
          text: `neither ${voice.token} nor ${voice.role} has ${what}`,
          advice: `${ask}, then use a token that includes it.`,
        };
  return verbs.every((verb) => isUsable(today, verb)) ? { ...cause, advice: CHANGED } : cause;
}

function anotherToken(what: string): string {
  return `Use a token that includes ${what}, or create one; a token's access can be narrowed, but not widened.`;
}

/** Unknown, unexposed and inaccessible entities get the same text: it reveals only what discovery shows the owner. */
export function entityCause({ call, entity, before, today, voice }: RefusedCase): Cause {
  const verbs = listed(VERBS.filter((verb) => isHeldByRole(before, verb)));
  const unknown = call.entityKey === null ? "Unknown entity" : `Unknown entity "${entity}"`;
  const text =
    verbs === ""
      ? `${unknown}, or ${voice.role} has no access to it.`
      : `${capitalized(voice.token)} has no access to ${entity}; ${voice.role} has ${verbs}.`;
  if (VERBS.some((verb) => isUsable(today, verb))) return { text, advice: CHANGED };
  return { text, advice: verbs === "" ? LISTED : anotherToken(`${verbs} on ${entity}`) };
}

const LISTED = "GET /entities lists the entities that the token can use; an administrator can give a role more.";

export function verbCause(refused: RefusedCase): Cause {
  const { call, verb, voice } = refused;
  if (call.entityKey !== null) {
    const { text, advice } = missingCause([verb], refused);
    return { text: `${capitalized(text)}.`, advice };
  }
  return {
    text: `${capitalized(voice.token)} does not have \`${verb}\` on the entities of the request.`,
    advice: "GET /entities shows what it has on each: name those alone, or use another token.",
  };
}

/** The record was written but cannot be shown. */
export function readableCause(refused: RefusedCase): Cause {
  const { entity, before, voice } = refused;
  const isListed = isUsable(before, "list");
  const why = isListed
    ? `lies outside what ${voice.role} lets the token see.${rowLimitText(refused)}`
    : `cannot be read: ${missingCause(["list"], refused).text}.`;
  const more = isListed ? "" : ` With \`list\` on ${entity} the token would be given what it creates.`;
  return {
    text: `The record was created, and ${why}`,
    advice: `The record was created: do not repeat the request.${more}`,
  };
}

/** Does not name the field, which the caller may be unable to read. */
export function requiredFieldsCause(refused: RefusedCase): Cause {
  const { entity, before, voice } = refused;
  const fields = [...(before.role?.entity.fields.values() ?? [])];
  const required = fields.filter((field) => field.required && field.default === null);
  const writing = required.map(({ writeVerb }) => writeVerb);
  const verbs = leftOut(before, writing);
  if (verbs.length > 0) {
    const { text, advice } = missingCause(verbs, refused);
    return { text: `A record of ${entity} needs a value whose writing requires a permission: ${text}.`, advice };
  }
  return {
    text: `A record of ${entity} needs a value that ${voice.role} cannot write.`,
    advice: "Ask an administrator for permission to write it, or have such records created by a member who has it.",
  };
}

/** The permission reaches some records only: by the role, or by limits of the token. */
export function limitedText(refused: RefusedCase, permission: VerbWord, rest: string): string {
  const { entity, voice } = refused;
  const rows = rowLimitText(refused);
  const who = capitalized(rows === "" ? voice.role : voice.token);
  return `${who} has \`${permission}\` on some records of ${entity} only, and ${rest}.${rows}`;
}
