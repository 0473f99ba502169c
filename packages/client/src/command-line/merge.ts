/** Merges a file of records, one per line in the order of their ids, with changes, and yields the lines of the next file. */
import { createReadStream } from "node:fs";
import { linesOf } from "./lines.js";

/** Lines are yielded in blocks of this size: a write for each of them would take most of the time. */
const BLOCK_LENGTH = 256 * 1024;

/** `changes`: by id, a line with its line feed, or null for a removed record. `counted.lines`: the number of lines yielded. */
export async function* mergedLines(
  file: string,
  changes: ReadonlyMap<string, string | null>,
  counted: { lines: number },
): AsyncGenerator<string, void, undefined> {
  let block = "";
  for await (const line of merged(file, changes)) {
    block += line;
    counted.lines += 1;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = "";
  }
  yield block;
}

async function* merged(file: string, changes: ReadonlyMap<string, string | null>): AsyncGenerator<string> {
  const told = [...changes].sort(([left], [right]) => (left < right ? -1 : 1));
  let next = 0;
  const before = function* (id: string | null) {
    for (let change = told[next]; change !== undefined && (id === null || change[0] < id); change = told[next]) {
      if (change[1] !== null) yield change[1];
      next += 1;
    }
  };
  for await (const line of linesOf(createReadStream(file, "utf8"))) {
    const { id } = JSON.parse(line) as { id: string };
    yield* before(id);
    if (told[next]?.[0] !== id) yield `${line}\n`;
  }
  yield* before(null);
}
