/** Explains why a token did not work: from its address, with an entity, for a verb, or for the record that it created. */
import { capitalized } from "../messages/cut-text";
import { VERBS } from "../model";
import {
  type Cause,
  CHANGED,
  grantedBy,
  listed,
  missingCause,
  nameOf,
  type RefusedCase,
  rowLimitText,
} from "./refused-case";

/** Unknown, unexposed and inaccessible entities get the same text: it reveals only what discovery shows the owner. */
export function entityCause({ call, before, today, voice }: RefusedCase): Cause {
  const entity = nameOf(call.entityKey);
  const isUsable = VERBS.map((verb) => grantedBy(today, verb)).some(({ byRole, byToken }) => byRole && byToken);
  const advice = isUsable ? CHANGED : null;
  const held = before === null ? [] : VERBS.filter((verb) => grantedBy(before, verb).byRole);
  if (held.length > 0) {
    return {
      text: `${capitalized(voice.token)} has no access to ${entity}; ${voice.role} has ${listed(held)}.`,
      advice: advice ?? `Use a token that includes ${listed(held)} on ${entity}; create one if there is none.`,
    };
  }
  const unknown = call.entityKey === null ? "Unknown entity" : `Unknown entity "${call.entityKey}"`;
  return {
    text: `${unknown}, or ${voice.role} has no access to it.`,
    advice: advice ?? "GET /entities lists the entities that the token can use; an administrator can give a role more.",
  };
}

export function verbCause(refused: RefusedCase): Cause {
  const { call, verb, before, voice } = refused;
  if (verb === null || before === null) return { text: "The token cannot do this.", advice: "Ask an administrator." };
  if (call.entityKey === null) {
    const text = `${capitalized(voice.token)} does not have \`${verb}\` on the entities to search.`;
    return { text, advice: "GET /entities shows what it has on each; search those alone, or use another token." };
  }
  const asked = `\`${verb}\` on ${nameOf(call.entityKey)}`;
  const wanted = `\`${verb}\` on ${before.role?.entity.pluralLabel ?? nameOf(call.entityKey)}`;
  const includes = before.scoped === null ? "" : `, though ${voice.token} includes it`;
  const texts = {
    token: `${capitalized(voice.token)} does not include ${asked}; ${voice.role} does.`,
    role: `${capitalized(voice.role)} does not have ${asked}${includes}.`,
    both: `Neither ${voice.token} nor ${voice.role} has ${asked}.`,
  };
  return missingCause(verb, refused, texts, { wanted, ofRole: ". The token needs no change." });
}

/** The record was written but cannot be shown. */
export function readableCause(refused: RefusedCase): Cause {
  const { call, before, voice } = refused;
  const entity = nameOf(call.entityKey);
  const advice = "The record was created: do not repeat the request.";
  const { byRole, byToken } = before === null ? { byRole: true, byToken: true } : grantedBy(before, "list");
  if (byRole && byToken) {
    return {
      text: `The record was created, and lies outside what ${voice.role} lets the token see.${rowLimitText(refused)}`,
      advice,
    };
  }
  const list = `\`list\` on ${entity}`;
  const who = byRole ? `${voice.token} does not include ${list}` : `${voice.role} does not have ${list}`;
  return {
    text: `The record was created, but ${who}, so that it cannot be read.`,
    advice: `${advice} With ${list} the token would be given what it creates.`,
  };
}

/** The response to such a request was the same as for an unknown token. */
export function tokenAddressCause({ call, today, voice }: RefusedCase): Cause {
  const { limits, policyAddresses } = today;
  const text = `${capitalized(voice.token)} does not work from ${call.address}.`;
  const own = limits.allowedAddresses.length === 0 ? [] : [`It works from ${listed(limits.allowedAddresses)}.`];
  const policy =
    policyAddresses.length === 0
      ? []
      : [`Tokens of the organisation work from ${listed(policyAddresses)}; an administrator can change that.`];
  if (own.length + policy.length === 0) return { text, advice: "It works from every address by now: send it again." };
  const unknown = "If you do not know who sent it, revoke it";
  const elsewhere = own.length === 0 ? `${unknown}.` : `${unknown}; to use it from elsewhere, create another token.`;
  return { text, advice: [...own, ...policy, elsewhere].join(" ") };
}
