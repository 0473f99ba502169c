/**
 * The lines of a file, as a program wrote them: only a line feed ends one. Node's own reader of lines takes further characters for
 * ends of lines, other ones from version to version, and a record can have them in its texts.
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
