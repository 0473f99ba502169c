/**
 * Splits a file into lines. Only a line feed ends a line. Node's own readline also splits at other characters, which vary between
 * versions, and a record's text can contain them.
 */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let begun = "";
  for await (const text of texts) {
    const lines = text.split("\n");
    lines[0] = begun + lines[0];
    begun = lines.pop() ?? "";
    yield* lines;
  }
  if (begun !== "") yield begun;
}
