/** Derives names of types from the keys of entities: `cities` → `City`. Each is an identifier, and no two are the same. */

/** Keyed by entity. If several keys result in one name, the first gets it. */
export function namesOf(keys: string[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const key of keys) {
    let name = capitalised(singular(key));
    if (taken.has(name)) name = capitalised(key);
    for (let number = 2; taken.has(name); number += 1) name = `${capitalised(key)}${number}`;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

/** `sales-orders`, `sales_orders` and `salesOrders` → `SalesOrders` */
function capitalised(key: string): string {
  return key
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** Handles common English words. For any other word the key itself is good enough. */
function singular(key: string): string {
  if (/[^aeiou]ies$/i.test(key)) return `${key.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/i.test(key)) return key.slice(0, -2);
  if (/[^su]s$/i.test(key) && !/is$/i.test(key) && key.length > 3) return key.slice(0, -1);
  return key;
}
