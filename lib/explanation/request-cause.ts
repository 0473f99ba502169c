/** Explains a refusal by the content of the request: its format, its fields and values, and what they conflict with. */
import { capitalized } from "../messages/cut-text";
import type { LifecycleRefusal } from "../refusal";
import { leftOut, missingCause } from "./permission-cause";
import { type Cause, listed, type RefusedCase, refusalBy } from "./refused-case";

export function shapeCause(refused: RefusedCase): Cause {
  const { call, detail } = refused;
  const refusal = detail?.refusal;
  if (refusal?.step === "shape" && refusal.fields.length + refusal.others > 0)
    return fieldsOfRequest(refused, { ...refusal, use: "reading" }, (known) => [
      `${listed(known)} cannot be used in where, sort, fields or by here`,
    ]);
  return {
    text: detail?.message?.replace(WITHOUT_VALUE, "") ?? "The request did not have the form that this endpoint takes.",
    advice:
      call.code === "INVALID_CURSOR"
        ? "Send nextCursor unchanged with the query that it came from, or begin at the first page."
        : "Correct the request, and send it again.",
  };
}

/** The input is not stored, so the clause that quotes it is dropped. */
const WITHOUT_VALUE = /; "…" is not(?=\.)/;

/** A field that the token cannot write is here only if it cannot be read either: it was refused as if it did not exist. */
export function validationCause(refused: RefusedCase): Cause {
  const { details, others } = refusalBy<"validation">(refused);
  const fields = details.map(({ field }) => field);
  return fieldsOfRequest(refused, { fields, others, use: "writing" }, (known) =>
    details.filter(({ field }) => known.includes(field)).map(({ field, message }) => `\`${field}\` ${message}`),
  );
}

/** Names only fields that can be read. The others are refused, and explained, as if they did not exist. */
export function fieldsCause(refused: RefusedCase): Cause {
  const refusal = { ...refusalBy<"fields">(refused), use: "writing", advice: LEAVE_OUT } as const;
  return fieldsOfRequest(refused, refusal, (known) => {
    const readOnly = known.filter((key) => refused.before.role?.entity.fields.get(key)?.readOnly);
    const denied = known.filter((key) => !readOnly.includes(key));
    return [
      ...(readOnly.length > 0 ? [`${listed(readOnly)} ${isOrAre(readOnly)} read-only`] : []),
      ...(denied.length > 0 ? [`${refused.voice.role} lets ${listed(denied)} be read, but not written`] : []),
    ];
  });
}

const LEAVE_OUT = "Leave it out; for a field that is not read-only, an administrator can give permission to write it.";

/** `others` counts the fields that the owner must not know, whether they exist or not. */
type FieldsOfRequest = { fields: string[]; others: number; use: "reading" | "writing"; advice?: string };

/** `faultsOf` tells what is wrong with fields that the token could use. */
function fieldsOfRequest(
  refused: RefusedCase,
  { fields, others, use, advice }: FieldsOfRequest,
  faultsOf: (known: string[]) => string[],
): Cause {
  const { call, before, voice } = refused;
  const verbOf = (key: string) => {
    const field = before.role?.entity.fields.get(key);
    return (use === "reading" ? field?.readVerb : field?.readOnly ? null : field?.writeVerb) ?? null;
  };
  const denied = use === "reading" ? fields.filter((key) => before.denied.includes(key)) : [];
  const closed = fields.filter((key) => !denied.includes(key) && leftOut(before, [verbOf(key)]).length > 0);
  const known = fields.filter((key) => !denied.includes(key) && !closed.includes(key));
  const missing = missingCause(leftOut(before, closed.map(verbOf)), refused);
  const faults = [
    ...(denied.length > 0 ? [`${listed(denied)} ${isOrAre(denied)} denied to ${voice.token}`] : []),
    ...(closed.length > 0 ? [`${use} ${listed(closed)} requires a permission: ${missing.text}`] : []),
    ...(known.length > 0 ? faultsOf(known) : []),
    ...(others > 0 ? [`the request names a field that does not exist or that ${voice.role} cannot use`] : []),
  ];
  const described = `GET /entities/${call.entityKey ?? ":entityKey"} describes every field: what it takes, and how it can be queried.`;
  return {
    text: `${capitalized(faults.join("; "))}.`,
    advice: denied.length > 0 ? DENIED : closed.length > 0 ? missing.advice : (advice ?? described),
  };
}

const DENIED = "Use a token that can read them, or leave them out; fields that are denied to a token stay so.";

function isOrAre({ length }: readonly string[]): string {
  return length === 1 ? "is" : "are";
}

/** Names states only if the field of the lifecycle could be read then and can be read now. */
export function lifecycleCause(refused: RefusedCase): Cause {
  const { entity, before, today } = refused;
  const { rule, permission, ...recorded } = refusalBy<"lifecycle">(refused);
  const lifecycle = before.role?.entity.lifecycle ?? null;
  const isKnown = lifecycle !== null && today.role?.readable.get(lifecycle.field) === "all";
  const { from, to }: Pick<LifecycleRefusal, "from" | "to"> = isKnown ? recorded : {};
  const initial = listed((isKnown && lifecycle.initial) || []);
  const state = from === undefined ? "" : `, \`${from}\``;
  const nameOf = (name: string | undefined) => (name === undefined ? "no state" : `\`${name}\``);
  const way = (from ?? to) === undefined ? "to this state" : `from ${nameOf(from)} to ${nameOf(to)}`;
  const missing = missingCause(permission === undefined ? [] : [permission], refused);
  const change = "If the lifecycle has a transition out of this state, change the state first";
  const causes: Record<LifecycleRefusal["rule"], Cause> = {
    initial: {
      text: `A new record of ${entity} does not start ${to === undefined ? "in this state" : `as \`${to}\``}.`,
      advice: initial === "" ? "Leave the state out." : `Create it as ${initial}, then change its state.`,
    },
    locked: { text: `The record is locked by its state${state}.`, advice: `${change}, and nothing else with it.` },
    "no way": {
      text: `The lifecycle of ${entity} has no transition ${way}.`,
      advice: "Choose a transition that it has; administrators decide which there are.",
    },
    permission: { ...missing, text: `The transition ${way} requires a permission: ${missing.text}.` },
    undeletable: {
      text: `The record's state${state && `${state},`} keeps it from being deleted.`,
      advice: `${change}.`,
    },
  };
  return causes[rule];
}

/** Uses one text for missing, deleted, foreign and hidden records. */
export function referencesCause(refused: RefusedCase): Cause {
  const fields = refusalBy<"references">(refused).details.map(({ field }) => field);
  const what = `${listed(fields) || "A reference"} ${fields.length > 1 ? "point" : "points"}`;
  return {
    text: `${what} to a record that does not exist, was deleted, or lies outside what ${refused.voice.role} lets the token see.`,
    advice: "Check the id or the key; to point to a record, token and role need `list` on its entity.",
  };
}

export function conflictCause({ call, detail, entity }: RefusedCase): Cause {
  const refusal = detail?.refusal;
  if (refusal?.step === "conflict") {
    const place = refusal.field === null ? "a field whose values are unique" : listed([refusal.field]);
    return {
      text: `Another record of ${entity} has the same value in ${place}.`,
      advice: "Send another value, or update the record that has it. Values are compared exactly.",
    };
  }
  if (call.code === "PARENT_REFERENCE") {
    return {
      text: "The parent does not allow it: it does not exist or cannot be seen, a cycle would close, or records still stand below this one.",
      advice: "Check the parent's id; a record with children can be deleted once they are gone or moved.",
    };
  }
  return {
    text: `Another record of ${entity} has the same label.`,
    advice: "Choose another label, or update the record that has it. Case and surrounding space make no difference.",
  };
}
