/** Decodes query strings strictly: invalid UTF-8 is an error of its parameter, never replaced by other text. */
import { z } from "zod";
import { ApiError, type ErrorCode } from "../../errors";
import { describeUnknownParameter } from "../advice/unknown-parameter";

/** Every value of each parameter; null for a value that cannot be decoded. */
export type QueryString = ReadonlyMap<string, readonly (string | null)[]>;

/** `schema` describes the parameter in the OpenAPI document; `parse` throws `code`, or another code of the parameter. */
export type Parameter<Value> = {
  schema: z.ZodType;
  code: ErrorCode;
  absent: Value;
  isRequired?: boolean;
  parse: (text: string) => Value;
};

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

const EMPTY: QueryString = new Map();

export function parseQueryString(text: string): QueryString {
  if (text === "") return EMPTY;
  const parameters = new Map<string, (string | null)[]>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const written = equals === -1 ? part : part.slice(0, equals);
    // A name that is not valid UTF-8 stays as written, and so is unknown.
    const name = decode(written.replaceAll("+", " ")) ?? written;
    const value = equals === -1 ? "" : decode(part.slice(equals + 1).replaceAll("+", " "));
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** Throws INVALID_FILTERS for an unknown parameter: a list whose filter is misspelled would silently return everything. */
export function requireKnownParameters(
  query: QueryString,
  { method, parameters = {}, body }: { method: string; parameters?: Parameters; body?: { schema: z.ZodType } },
): void {
  if (query.size === 0) return;
  const known = Object.keys(parameters);
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const members = body?.schema instanceof z.ZodObject ? Object.keys(body.schema.shape) : [];
  throw new ApiError("INVALID_FILTERS", describeUnknownParameter(unknown, method, known, members));
}

/** The value of each of these parameters. Throws what they throw. */
export function parseParameters<Values extends Record<string, unknown>>(
  query: QueryString,
  parameters: { readonly [Name in keyof Values]: Parameter<Values[Name]> },
): Values {
  const values: Partial<Values> = {};
  for (const name in parameters) {
    const { code, absent, parse } = parameters[name];
    const text = singleValue(query, name, code);
    values[name] = text === null ? absent : parse(text);
  }
  return values as Values;
}

/** The value of a parameter, or null if it is absent. Throws the given code if the parameter is repeated or cannot be decoded. */
function singleValue(query: QueryString, name: string, code: ErrorCode): string | null {
  const values = query.get(name);
  if (values === undefined) return null;
  const [value] = values;
  if (values.length > 1)
    throw new ApiError(code, `${name} is given more than once. Send it once; several fields are joined by commas.`);
  if (value === null || value === undefined)
    throw new ApiError(code, `${name} is not percent-encoded UTF-8: % itself is written %25.`);
  return value;
}

/** null for what is not valid UTF-8. */
export function decode(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
