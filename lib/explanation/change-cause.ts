/** Explains why a change was refused for its fields, its result, or the record's lifecycle. */
import { capitalized } from "../messages/cut-text";
import type { LifecycleRefusal } from "../refusal";
import {
  anotherToken,
  type Cause,
  leftOut,
  leftOutFields,
  limitedOne,
  listed,
  missingCause,
  nameOf,
  type RefusedCase,
  refusalOf,
  rowLimitText,
} from "./refused-case";

/** Names only fields that can be read. The others are refused, and explained, as if they did not exist. */
export function fieldsCause(refused: RefusedCase): Cause {
  const { before, voice } = refused;
  const fields = refusalOf(refused, "fields")?.fields ?? [];
  const isReadOnly = (key: string) => before?.role?.entity.fields.get(key)?.readOnly === true;
  const closed = fields.filter(isReadOnly);
  const others = fields.filter((key) => !isReadOnly(key));
  const byToken = leftOutFields(refused, others, "writeVerb");
  const denied = others.filter((key) => !byToken.keys.includes(key));
  const faults = [
    ...(closed.length > 0 ? [`${listed(closed)} ${closed.length === 1 ? "is" : "are"} read-only`] : []),
    ...(byToken.text ? [byToken.text] : []),
    ...(denied.length > 0 ? [`${voice.role} lets ${listed(denied)} be read, but not written`] : []),
  ];
  const text = faults.length === 0 ? "A field of the request cannot be written." : `${capitalized(faults.join("; "))}.`;
  if (denied.length > 0) return { text, advice: "Leave it out, or ask an administrator for permission to write it." };
  return { text, advice: byToken.advice || "Leave it out." };
}

/** Names states only if the field of the lifecycle could be read then and can be read now. */
export function lifecycleCause(refused: RefusedCase): Cause {
  const { call, before, today } = refused;
  const refusal = refusalOf(refused, "lifecycle");
  if (refusal === null) return { text: "The lifecycle does not allow it.", advice: "Read the record again." };
  const lifecycle = before?.role?.entity.lifecycle ?? null;
  const isKnown = lifecycle !== null && today.role?.readable.get(lifecycle.field) === "all";
  const { from, to }: Pick<LifecycleRefusal, "from" | "to"> = isKnown ? refusal : {};
  const entity = nameOf(call.entityKey);
  switch (refusal.rule) {
    case "initial": {
      const initial = isKnown ? (lifecycle.initial ?? []) : [];
      return {
        text: `A new record of ${entity} does not start ${to === undefined ? "in this state" : `as \`${to}\``}.`,
        advice:
          initial.length === 0 ? "Leave the state out." : `Create it as ${listed(initial)}, then change its state.`,
      };
    }
    case "locked":
      return {
        text: `The record is locked by its state${from === undefined ? "" : `, \`${from}\``}.`,
        advice:
          "If the lifecycle has a transition out of this state, change the state first, and nothing else with it.",
      };
    case "no way":
      return {
        text: `The lifecycle of ${entity} has no transition ${wayText(from, to)}.`,
        advice: "Choose a transition that it has; administrators decide which there are.",
      };
    case "permission":
      return transitionCause(refused, wayText(from, to), refusal.permission ?? "");
    case "undeletable":
      return {
        text: `The record's state${from === undefined ? "" : `, \`${from}\`,`} keeps it from being deleted.`,
        advice: "If the lifecycle has a transition out of this state, change the state first.",
      };
    default:
      return refusal.rule satisfies never;
  }
}

/** Says who lacks the permission that the transition requires: the token, its owner's roles, or both. */
function transitionCause(refused: RefusedCase, way: string, permission: string): Cause {
  const { call, voice } = refused;
  const entity = nameOf(call.entityKey);
  const asked = `The transition ${way} requires the permission \`${permission}\``;
  const texts = {
    token: `${asked}, which ${voice.token} does not include on ${entity}; ${voice.role} does.`,
    role: `${asked}, which ${voice.role} does not have on ${entity}.`,
    both: `${asked}, which neither ${voice.token} nor ${voice.role} has on ${entity}.`,
  };
  const ofRole = ", or leave this step to a member who has it.";
  return missingCause(permission, refused, texts, { wanted: `\`${permission}\``, ofRole });
}

function wayText(from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return "to this state";
  const start = from === undefined ? "" : `from \`${from}\` `;
  return `${start}${to === undefined ? "to no state" : `to \`${to}\``}`;
}

export function requiredFieldsCause({ call, before, voice }: RefusedCase): Cause {
  const fields = [...(before?.role?.entity.fields.values() ?? [])];
  const required = fields.filter((field) => field.required && field.default === null).map(({ writeVerb }) => writeVerb);
  const verbs = leftOut(before, required);
  if (verbs.length > 0) {
    return {
      text: `A record of ${nameOf(call.entityKey)} needs a value whose writing requires ${listed(verbs)}, which ${voice.token} does not include; ${voice.role} does.`,
      advice: anotherToken(verbs, nameOf(call.entityKey)),
    };
  }
  return {
    text: `A record of ${nameOf(call.entityKey)} needs a value that ${voice.role} cannot write.`,
    advice: "Ask an administrator for permission to write it, or have such records created by a member who has it.",
  };
}

/** The change can require several permissions: the verb's, those of its fields, and that of the transition. */
export function permissionToChangeCause(refused: RefusedCase): Cause {
  const { call } = refused;
  const permission = refusalOf(refused, "permission for this change")?.permission;
  const reach = permission === undefined ? "lets this change be made to" : `has \`${permission}\` on`;
  return {
    text: `${capitalized(limitedOne(refused))} ${reach} some records of ${nameOf(call.entityKey)} only, and this is not one of them.${rowLimitText(refused)}`,
    advice: "Ask an administrator for permission to make it here, or leave out what is not to be changed.",
  };
}

export function newScopeCause(refused: RefusedCase): Cause {
  const { call, verb } = refused;
  const some = `\`${refusalOf(refused, "new row scope")?.permission ?? verb}\` on some records of ${nameOf(call.entityKey)} only`;
  const result = verb === "create" ? "with these values the new one is" : "with these values this one would be";
  return {
    text: `${capitalized(limitedOne(refused))} has ${some}, and ${result} none of them.${rowLimitText(refused)}`,
    advice: "Choose values that keep the record within reach, or ask an administrator for more.",
  };
}
