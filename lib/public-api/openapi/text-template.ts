/**
 * JSON text with places that are filled in for each entity: what all entities have in common is written once for a process, so
 * that the document of a thousand of them is ready in a moment.
 */

/** Every second part is the name of a place. */
export type TextTemplate = readonly string[];

/** In strings it stands for a part of them; JSON text writes it as an escape, which no key of an entity has. */
const MARK = "\u0001";
const PLACE = /"\\u0001json:(\w+)\\u0001"|\\u0001(\w+)\\u0001/;

/** Of a text: to be filled with characters that JSON needs no escapes for. */
export function textPlace(name: string): string {
  return `${MARK}${name}${MARK}`;
}

/** Of a value: to be filled with JSON. */
export function jsonPlace(name: string): string {
  return `${MARK}json:${name}${MARK}`;
}

export function textTemplate(value: unknown): TextTemplate {
  return templateOf(JSON.stringify(value));
}

/** Of the members of an object, without its braces; empty where it has none. */
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

/** The same text. V8 finds members sooner by a text that has been the key of one. */
function asKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name;
}

/** `values`: characters of a string that JSON needs no escapes for, or JSON. */
export function filled(template: TextTemplate, values: Readonly<Record<string, string>>): string {
  let text = template[0] ?? "";
  for (let index = 1; index < template.length; index += 2)
    text += (values[template[index] ?? ""] ?? "") + (template[index + 1] ?? "");
  return text;
}
