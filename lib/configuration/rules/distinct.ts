/** Checks that keys do not repeat within one list of the file. */
import type { Issue, Path } from "../issues";

export function checkDistinct<Key extends string>(items: Record<Key, string>[], key: Key, path: Path): Issue[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    if (seen.has(item[key])) return [{ path: [...path, index, key], message: `"${item[key]}" appears twice` }];
    seen.add(item[key]);
    return [];
  });
}
