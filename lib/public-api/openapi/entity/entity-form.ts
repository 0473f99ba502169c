/** Building blocks for the schemas of an entity: references between them, and templates that are written once. */
import type { Option } from "../../../model";
import { type TextTemplate, textPlace, textTemplate } from "../text-template";
import type { JsonSchema } from "./value-schemas";

/**
 * The suffix that a schema's name adds to the name of its entity. No suffix is the ending of another, or of a schema that does
 * not belong to an entity, so names never collide, whatever the entities are called.
 */
export type Suffix =
  | "Record"
  | "Create"
  | "Update"
  | "Sort"
  | "Condition"
  | "Filter"
  | "Query"
  | "Page"
  | "Aggregation"
  | "Batch"
  | "Keys"
  | "References";

const NAME = textPlace("name");

/** A reference to a schema of the same entity. */
export function own(suffix: Suffix): JsonSchema {
  return { $ref: `#/components/schemas/${NAME}${suffix}` };
}

/** The schema of an object with these properties and no others. */
export function closed(properties: Record<string, unknown>, required: string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The schema of an object with all of these properties. Others are allowed, because responses can gain properties. */
export function open(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", required: Object.keys(properties), properties };
}

/** A list of keys, or of names derived from keys, as JSON text. Nothing in them needs escaping. */
export function keysText(keys: readonly string[]): string {
  return keys.length === 0 ? "[]" : `["${keys.join('","')}"]`;
}

/** Options as JSON text without the start and the end of the list, to be inserted in place of a single option. */
export function optionsText(options: readonly Option[]): string {
  return JSON.stringify(options.map(({ value }) => value)).slice(2, -2);
}

/** A placeholder for all options of a field. */
export const ANY_OPTIONS: readonly Option[] = [{ value: textPlace("options"), label: "" }];

/** Writes each template once per process. */
export function remembered(forms: Map<string, TextTemplate>, key: string, write: () => unknown): TextTemplate {
  const known = forms.get(key);
  if (known !== undefined) return known;
  const form = textTemplate(write());
  forms.set(key, form);
  return form;
}
