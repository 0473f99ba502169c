/** `public-records types`: writes a file of declarations from discovery, or checks whether one is up to date. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type ClientOptions, client } from "../client.js";
import type { EntityDescription } from "../types.js";
import { declarationsOf } from "./declarations.js";

type TypesOptions = { connection: ClientOptions; out: string | undefined; isCheck: boolean };

/** Returns what to print: the declarations, if no file was named. */
export async function writeTypes({ connection, out, isCheck }: TypesOptions): Promise<string> {
  const text = declarationsOf(await describeAll(connection));
  if (out === undefined) return text;
  if (!isCheck) {
    writeFileSync(out, text);
    return `${out}: written.\n`;
  }
  const difference = firstDifference(existsSync(out) ? readFileSync(out, "utf8") : null, text);
  if (difference === null) return `${out}: up to date.\n`;
  throw new Error(`${out} is not up to date: ${difference} Run public-records types --out ${out} without --check.`);
}

const AT_A_TIME = 8;

async function describeAll(connection: ClientOptions): Promise<EntityDescription[]> {
  const records = client(connection);
  const summaries = await records.entities();
  const described: EntityDescription[] = [];
  for (let from = 0; from < summaries.length; from += AT_A_TIME) {
    const keys = summaries.slice(from, from + AT_A_TIME).map(({ entityKey }) => entityKey);
    described.push(...(await Promise.all(keys.map((key) => records.entity(key).describe()))));
  }
  return described;
}

/** Returns null if there is none. Ignores line endings, because some version control systems rewrite them. */
function firstDifference(found: string | null, wanted: string): string | null {
  if (found === null) return "there is no such file.";
  const [foundLines, wantedLines] = [found, wanted].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  const index = wantedLines.findIndex((line, at) => foundLines[at] !== line);
  if (index < 0) return foundLines.length === wantedLines.length ? null : "it goes on after its end.";
  return `line ${index + 1} should be \`${wantedLines[index]?.trim()}\`.`;
}
