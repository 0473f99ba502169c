/** The set with these items at its end, or without them. */
export function withItems<Item>(set: ReadonlySet<Item>, items: readonly Item[], isIn: boolean): ReadonlySet<Item> {
  const changed = new Set(items);
  const others = [...set].filter((item) => !changed.has(item));
  return new Set(isIn ? [...others, ...items] : others);
}
