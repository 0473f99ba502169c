#!/usr/bin/env node
/** The command `public-records`: reads its arguments, and reports every failure as a sentence that says what to do. */
import { parseArgs } from "node:util";
import { RecordsError } from "../errors.js";
import { writeTypes } from "./types.js";

const HELP = `public-records: TypeScript types for a Public Records API.

  public-records types --url URL [--out FILE] [--check]
      Writes TypeScript types of what the token can see and do, to FILE or to the output.
      --check writes nothing, and fails where FILE is not what would be written.

The token is read from PUBLIC_RECORDS_TOKEN. PUBLIC_RECORDS_URL stands in for --url.
`;

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}

/** Returns what to print. */
async function run(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: "string" },
      out: { type: "string" },
      check: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command, ...others] = positionals;
  if (values.help === true || command === undefined || command === "help") return HELP;
  if (command !== "types") throw new Error(`Unknown command ${command}. The only command is types.`);
  if (others.length > 0) throw new Error(`${others[0]} is one word too many. See public-records --help.`);
  const connection = {
    url: required(values.url ?? process.env.PUBLIC_RECORDS_URL, "Say with --url where the service is."),
    token: required(
      process.env.PUBLIC_RECORDS_TOKEN,
      "Set PUBLIC_RECORDS_TOKEN to a token. It is not an option: others would see it.",
    ),
  };
  const { out, check = false } = values;
  if (check) required(out, "Name the file to check with --out.");
  return writeTypes({ connection, out, isCheck: check });
}

function required(value: string | undefined, advice: string): string {
  if (value === undefined || value === "") throw new Error(advice);
  return value;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof RecordsError)) return error instanceof Error ? error.message : String(error);
  const request = error.requestId === null ? "" : ` (request ${error.requestId})`;
  if (error.status === 0) return `${error.message}. Is the URL right, and the service running?`;
  if (error.status !== 401) return `${error.message}${request}`;
  return `The token was refused: ${error.message} Set PUBLIC_RECORDS_TOKEN to one that is valid.${request}`;
}
