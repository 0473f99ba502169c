/** `npm run conformance -- --url … --token …`: which clauses of the specification a deployment keeps (README.md beside it). */
import { Command } from "commander";
import { runClauses } from "./clause";
import { EVERY_CLAUSE, READING } from "./every-clause";
import { countOutcomes, toJson, toText } from "./report";
import { openSession } from "./session";

type Options = { url: string; token?: string; write?: true; entity?: string; json?: true };

// The type is said so that the compiler knows that `error` ends the program.
const program: Command = new Command("conformance")
  .description("Asks a deployment what docs/specification.md promises, and reports what holds.")
  .requiredOption("--url <url>", "the base URL, such as https://records.example.com/api/v1")
  .option("--token <token>", "an access token; better in the variable CONFORMANCE_TOKEN, which no process list shows")
  .option("--write", "also create, change and delete records of its own")
  .option("--entity <key>", "the entity that --write may use")
  .option("--json", "a report for programs")
  .parse();

const { url, token = process.env.CONFORMANCE_TOKEN, write, entity, json } = program.opts<Options>();
if (token === undefined || token === "")
  program.error("Give a token: --token, or CONFORMANCE_TOKEN in the environment.");
if (!URL.canParse(url) || !/^https?:/.test(url))
  program.error("--url is the base URL of a deployment: https://…/api/v1.");
if (write && entity === undefined) program.error("--write needs --entity KEY, the entity that may be written to.");

const session = openSession(url, token, write ? (entity ?? null) : null);
const outcomes = await runClauses(write ? EVERY_CLAUSE : READING, session);
console.log(json ? toJson(url, outcomes) : toText(outcomes));
process.exitCode = countOutcomes(outcomes).failed > 0 ? 1 : 0;
