/** Explains why a request was refused for its content: its format, its values, and what they conflict with. */
import { capitalized } from "../messages/cut-text";
import { type Cause, leftOutFields, listed, nameOf, type RefusedCase, refusalOf } from "./refused-case";

/** The input is not stored, so the clause that quotes it is dropped. */
const WITHOUT_VALUE = /; "…" is not(?=\.)/;

export function shapeCause(refused: RefusedCase): Cause {
  const { call, detail, voice } = refused;
  const refusal = refusalOf(refused, "shape");
  if (refusal !== null && refusal.fields.length + refusal.others > 0) {
    const hidden = leftOutFields(refused, refusal.fields, "readVerb");
    const known = refusal.fields.filter((key) => !hidden.keys.includes(key));
    const faults = [
      ...(hidden.keys.length > 0 ? [hidden.text] : []),
      ...(known.length > 0 ? [`${listed(known)} cannot be used in where, sort, fields or by here`] : []),
      ...(refusal.others > 0 ? [unknownField(voice)] : []),
    ];
    const fields = `GET /entities/${call.entityKey ?? ":entityKey"} lists the fields, and how each can be queried.`;
    return { text: `${capitalized(faults.join("; "))}.`, advice: hidden.advice || fields };
  }
  return {
    text: detail?.message?.replace(WITHOUT_VALUE, "") ?? "The request did not have the form that this endpoint takes.",
    advice:
      call.code === "INVALID_CURSOR"
        ? "Send nextCursor unchanged with the query that it came from, or begin at the first page."
        : "Correct the request, and send it again.",
  };
}

export function validationCause(refused: RefusedCase): Cause {
  const { call, voice } = refused;
  const noted = refusalOf(refused, "validation") ?? { details: [], others: 0 };
  // A field that the token cannot write is listed here only if it cannot be read either: it was refused as if it did not exist.
  const fields = noted.details.map(({ field }) => field);
  const hidden = leftOutFields(refused, fields, "writeVerb");
  const faults = noted.details
    .filter(({ field }) => !hidden.keys.includes(field))
    .map(({ field, message }) => `\`${field}\` ${message}`);
  if (hidden.keys.length > 0) faults.push(hidden.text);
  if (noted.others > 0) faults.push(unknownField(voice));
  return {
    text: faults.length === 0 ? "The values were not valid." : `${capitalized(faults.join("; "))}.`,
    advice: hidden.advice || `GET /entities/${call.entityKey ?? ":entityKey"} describes every field and what it takes.`,
  };
}

/** The same for fields that do not exist and fields that the owner must not know. */
function unknownField({ role }: RefusedCase["voice"]): string {
  return `the request names a field that does not exist or that ${role} cannot use`;
}

/** The same text for missing, deleted, foreign and hidden records. */
export function referencesCause(refused: RefusedCase): Cause {
  const fields = refusalOf(refused, "references")?.details.map(({ field }) => field) ?? [];
  const what =
    fields.length === 0 ? "A reference points" : `${listed(fields)} ${fields.length === 1 ? "points" : "point"}`;
  return {
    text: `${what} to a record that does not exist, was deleted, or lies outside what ${refused.voice.role} lets the token see.`,
    advice: "Check the id or the key; to point to a record, token and role need `list` on its entity.",
  };
}

export function conflictCause(refused: RefusedCase): Cause {
  const { call } = refused;
  const refusal = refusalOf(refused, "conflict");
  if (refusal !== null) {
    const place = refusal.field === null ? "a field whose values are unique" : listed([refusal.field]);
    return {
      text: `Another record of ${nameOf(call.entityKey)} has the same value in ${place}.`,
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
    text: `Another record of ${nameOf(call.entityKey)} has the same label.`,
    advice: "Choose another label, or update the record that has it. Case and surrounding space make no difference.",
  };
}
