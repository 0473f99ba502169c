/** What the address of a page asks for, behind its path. People edit addresses: what cannot be read asks for nothing. Pure. */

export type Parameters = Record<string, string | string[] | undefined>;

const MAX_LENGTH = 200;

/** Empty where it is absent. PostgreSQL takes no NUL. */
export function parameterOf(parameters: Parameters, name: string): string {
  return ([parameters[name]].flat()[0] ?? "").replaceAll("\0", "").trim().slice(0, MAX_LENGTH);
}

/** Where the page of a list begins; null: at the first row. */
export function cursorOf({ cursor }: Parameters): string | null {
  return typeof cursor === "string" ? cursor : null;
}

/** What is empty or absent stands in no address. */
export function toAddress(path: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
