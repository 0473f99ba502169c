/**
 * JSON text with places that are filled in for each entity. What all entities share is written once per process, which makes a
 * document of a thousand entities fast to write.
 */

/** Alternates between text and the names of places. */
export type TextTemplate = readonly string[];

/** Marks a place within a string. JSON text contains it as an escape that no key of an entity contains. */
const MARK = "\u0001";
const PLACE = /"\\u0001json:(\w+)\\u0001"|\\u0001(\w+)\\u0001/;

/** A place within a string; its value must not need escaping in JSON. */
export function textPlace(name: string): string {
  return `${MARK}${name}${MARK}`;
}

/** A place for a whole JSON value. */
export function jsonPlace(name: string): string {
  return `${MARK}json:${name}${MARK}`;
}

export function textTemplate(value: unknown): TextTemplate {
  return templateOf(JSON.stringify(value));
}

/** A template for the properties of an object, without its braces; empty if it has none. */
export function memberTemplate(members: Readonly<Record<string, unknown>>): TextTemplate {
  return templateOf(JSON.stringify(members).slice(1, -1));
}

function templateOf(text: string): TextTemplate {
  const parts: string[] = [];
  let rest = text;
  for (let place = PLACE.exec(rest); place !== null; place = PLACE.exec(rest)) {
    parts.push(rest.slice(0, place.index), asKey(place[1] ?? place[2] ?? ""));
    rest = rest.slice(place.index + place[0].length);
  }
  return [...parts, rest];
}

/** Returns the same text as an interned property key, with which V8 looks up properties faster. */
function asKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name;
}

/** `values` are JSON, or characters of a string that need no escaping in JSON. */
export function filled(template: TextTemplate, values: Readonly<Record<string, string>>): string {
  let text = template[0] ?? "";
  for (let index = 1; index < template.length; index += 2)
    text += (values[template[index] ?? ""] ?? "") + (template[index + 1] ?? "");
  return text;
}
