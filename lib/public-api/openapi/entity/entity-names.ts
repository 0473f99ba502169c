/** The names of entities in generated clients: `deal-items` becomes `DealItems`, which gives `listDealItems`. */

/** Names that every generated client already uses. */
const TAKEN = ["Entities", "Entity", "Me"];

/**
 * Maps keys to names. Names differ by more than case, because generators create files from them. `keys` are in the order of
 * discovery.
 */
export function entityNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN.map((name) => name.toLowerCase()));
  const names = new Map<string, string>();
  for (const key of keys) {
    const name = freeName(nameFromKey(key), taken);
    taken.add(name.toLowerCase());
    names.set(key, name);
  }
  return names;
}

function nameFromKey(key: string): string {
  const words = key.split(/[_-]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The name has only letters and digits, so appending a number gives a different name. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
