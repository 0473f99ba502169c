/** Reads and writes the query of a page's address. People edit addresses, so an invalid parameter counts as absent. Pure. */

export type Parameters = Record<string, string | string[] | undefined>;

const MAX_LENGTH = 200;

/** Empty if absent. PostgreSQL does not accept NUL. */
export function parameterOf(parameters: Parameters, name: string): string {
  return ([parameters[name]].flat()[0] ?? "").replaceAll("\0", "").trim().slice(0, MAX_LENGTH);
}

export function cursorOf({ cursor }: Parameters): string | null {
  return typeof cursor === "string" ? cursor : null;
}

/** Leaves out empty and absent parameters. */
export function toAddress(path: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
