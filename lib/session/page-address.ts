/** Reads and writes the addresses of lists: filters, order and page, to be saved and shared. */
import { z } from "zod";

export type Parameters = Record<string, string | string[] | undefined>;

/** The name of a parameter in the address, and its values. Absent, it has the default of the schema, or is undefined. */
type Fields = Readonly<Record<string, readonly [name: string, schema: z.ZodType]>>;

export type ListAddress = {
  path: string;
  filters?: Fields;
  /** Stays when the filters are cleared. */
  view?: Fields;
  place?: Fields;
};

type Group<List, Name> = Name extends keyof List ? List[Name] : unknown;
type FieldsOf<List> = Group<List, "filters"> & Group<List, "view"> & Group<List, "place">;
type ValueOf<Field> = Field extends readonly [string, infer Schema extends z.ZodType]
  ? z.output<Schema> | (undefined extends z.input<Schema> ? never : undefined)
  : never;
export type StateOf<List extends ListAddress> = { [Key in keyof FieldsOf<List>]: ValueOf<FieldsOf<List>[Key]> };
/** undefined removes the parameter. */
type PartOf<List extends ListAddress> = { [Key in keyof StateOf<List>]?: StateOf<List>[Key] | undefined };

const MAX_LENGTH = 200;

/** Longer text is cut. */
export const TEXT = z.string().transform((text) => text.slice(0, MAX_LENGTH));

/** Where a page begins; null for the first page. Only the list knows which cursors are valid. */
export const CURSOR = z.string().nullable().default(null);

/** People edit addresses, so an invalid parameter counts as absent. */
export function readAddress<List extends ListAddress>(list: List, parameters: Parameters): StateOf<List> {
  const state = Object.entries(fieldsOf(list)).map(([key, [name, schema]]) => {
    const parsed = schema.safeParse(textOf(parameters[name]) || undefined);
    return [key, parsed.success ? parsed.data : absentOf(schema)];
  });
  return Object.fromEntries(state);
}

/** A change returns to the first page, unless it names another place. */
export function addressOf<List extends ListAddress>(list: List, state: PartOf<List>, change?: PartOf<List>): string {
  const start = Object.fromEntries(Object.keys(list.place ?? {}).map((key) => [key, undefined]));
  const wanted = change === undefined ? state : { ...state, ...start, ...change };
  const given = Object.entries(parametersOf(fieldsOf(list), wanted)).filter(([, text]) => text !== "");
  return given.length === 0 ? list.path : `${list.path}?${new URLSearchParams(given)}`;
}

export function unfilteredAddress<List extends ListAddress>(list: List, state: PartOf<List>): string {
  return addressOf({ ...list, filters: {}, place: {} }, state);
}

export function isFiltered<List extends ListAddress>(list: List, state: PartOf<List>): boolean {
  return Object.values(parametersOf(list.filters ?? {}, state)).some((text) => text !== "");
}

/** Keyed by the names in the address, as a form has them: empty if absent. */
export function parametersOf(fields: Fields, state: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(fields).map(([key, [name, schema]]) => {
    const value = state[key] ?? "";
    return [name, value === absentOf(schema) ? "" : String(value)];
  });
  return Object.fromEntries(texts);
}

function fieldsOf({ filters, view, place }: ListAddress): Fields {
  return { ...filters, ...view, ...place };
}

function absentOf(schema: z.ZodType): unknown {
  return schema.safeParse(undefined).data;
}

/** The first of several values. PostgreSQL does not accept NUL. */
function textOf(value: string | string[] | undefined): string {
  return ([value].flat()[0] ?? "").replaceAll("\0", "").trim();
}
