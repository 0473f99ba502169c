/** Tables multiplied: every part of the first with every part of the next. */
export function cross(...tables: readonly (readonly string[])[]): string[] {
  return tables.reduce<string[]>((made, table) => made.flatMap((left) => table.map((right) => left + right)), [""]);
}

/** Each text in several surroundings. */
export function shaped(texts: readonly string[], shapes: readonly ((text: string) => string)[]): string[] {
  return texts.flatMap((text) => shapes.map((shape) => shape(text)));
}
