/** What the schemas of an entity are put together from: references to one another, and forms that are written once. */
import type { Option } from "../../../model";
import { type TextTemplate, textPlace, textTemplate } from "../text-template";
import type { JsonSchema } from "./value-schemas";

/**
 * What a schema's name adds to that of its entity. None ends like another, or like a schema that is no entity's, so that no
 * two names meet, whatever entities are called.
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

/** A schema of the same entity. */
export function own(suffix: Suffix): JsonSchema {
  return { $ref: `#/components/schemas/${NAME}${suffix}` };
}

/** An object that has these members and no other. */
export function closed(properties: Record<string, unknown>, required: string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** An object that has all of these. Responses can gain members. */
export function open(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", required: Object.keys(properties), properties };
}

/** A list as JSON text, of keys and of what is made of them: nothing in them needs an escape. */
export function keysText(keys: readonly string[]): string {
  return keys.length === 0 ? "[]" : `["${keys.join('","')}"]`;
}

/** Options as JSON text, without what begins and ends their list: for the place of a single one. */
export function optionsText(options: readonly Option[]): string {
  return JSON.stringify(options.map(({ value }) => value)).slice(2, -2);
}

/** Stands for all options of a field. */
export const ANY_OPTIONS: readonly Option[] = [{ value: textPlace("options"), label: "" }];

/** Written once in a process. */
export function remembered(forms: Map<string, TextTemplate>, key: string, write: () => unknown): TextTemplate {
  const known = forms.get(key);
  if (known !== undefined) return known;
  const form = textTemplate(write());
  forms.set(key, form);
  return form;
}
