/** Why a change was refused that had the right form: the rights to its fields and its result, and the record's lifecycle. */
import type { LifecycleRefusal } from "../../refusal";
import { begin, type Cause, listed, type RefusedCase } from "./refused-case";
import { nameOf } from "./rights-cause";

/** Of fields that can be read: the others are answered, and explained, as if they did not exist. */
export function fieldsCause({ detail, before, voice }: RefusedCase): Cause {
  const refusal = detail?.refusal;
  const fields = refusal?.step === "fields" ? refusal.fields : [];
  const isReadOnly = (key: string) => before?.role?.entity.fields.get(key)?.readOnly === true;
  const closed = fields.filter(isReadOnly);
  const denied = fields.filter((key) => !isReadOnly(key));
  const faults = [
    ...(closed.length > 0 ? [`${listed(closed)} ${closed.length === 1 ? "is" : "are"} read-only`] : []),
    ...(denied.length > 0 ? [`${voice.role} lets ${listed(denied)} be read, but not written`] : []),
  ];
  return {
    text: faults.length === 0 ? "A field of the request may not be written." : `${begin(faults.join("; "))}.`,
    advice: denied.length === 0 ? "Leave it out." : "Leave it out, or ask an administrator for the right to write it.",
  };
}

/** States are named where the token may read the field, then as now. */
export function lifecycleCause({ call, detail, before, today, voice }: RefusedCase): Cause {
  const refusal = detail?.refusal;
  if (refusal?.step !== "lifecycle")
    return { text: "The lifecycle does not allow it.", advice: "Read the record again." };
  const lifecycle = before?.role?.entity.lifecycle ?? null;
  const isKnown = lifecycle !== null && today.role?.readable.get(lifecycle.field) === "all";
  const { from, to }: Pick<LifecycleRefusal, "from" | "to"> = isKnown ? refusal : {};
  const entity = nameOf(call.entityKey);
  switch (refusal.rule) {
    case "initial": {
      const initial = isKnown ? (lifecycle.initial ?? []) : [];
      return {
        text: `A new record of ${entity} does not begin ${to === undefined ? "in this state" : `as \`${to}\``}.`,
        advice:
          initial.length === 0 ? "Leave the state out." : `Create it as ${listed(initial)}, then change its state.`,
      };
    }
    case "locked":
      return {
        text: `The record is locked by its state${from === undefined ? "" : `, \`${from}\``}.`,
        advice: "Where the lifecycle has a way out of this state, change the state first, and nothing else with it.",
      };
    case "no way":
      return {
        text: `The lifecycle of ${entity} has no way ${wayText(from, to)}.`,
        advice: "Take a way that it has; the administrators decide which there are.",
      };
    case "right":
      return {
        text: `The way ${wayText(from, to)} asks for the right \`${refusal.right}\`, which ${voice.role} does not hold on ${entity}.`,
        advice: `Ask an administrator for \`${refusal.right}\`, or leave this step to a member who holds it.`,
      };
    case "undeletable":
      return {
        text: `The record's state${from === undefined ? "" : `, \`${from}\`,`} keeps it from being deleted.`,
        advice: "Where the lifecycle has a way out of this state, change the state first.",
      };
    default:
      return refusal.rule satisfies never;
  }
}

function wayText(from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return "to this state";
  return [from === undefined ? "" : `from \`${from}\``, to === undefined ? "to no state" : `to \`${to}\``]
    .filter((part) => part !== "")
    .join(" ");
}

export function requiredFieldsCause({ call, voice }: RefusedCase): Cause {
  return {
    text: `A record of ${nameOf(call.entityKey)} needs a value that ${voice.role} may not write.`,
    advice: "Ask an administrator for the right to write it, or have such records created by a member who has it.",
  };
}

export function rightToChangeCause({ call, voice }: RefusedCase): Cause {
  return {
    text: `${begin(voice.role)} lets this change be made to some records of ${nameOf(call.entityKey)} only, and this is not one of them.`,
    advice: "Ask an administrator for the right to make it here, or leave out what is not to be changed.",
  };
}

export function newScopeCause({ call, verb, voice }: RefusedCase): Cause {
  const some = `\`${verb}\` on some records of ${nameOf(call.entityKey)} only`;
  const result = verb === "create" ? "with these values the new one is" : "with these values this one would be";
  return {
    text: `${begin(voice.role)} holds ${some}, and ${result} none of them.`,
    advice: "Choose values that keep the record within reach, or ask an administrator for more.",
  };
}
