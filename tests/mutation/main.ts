/**
 * `npm run test:mutation`: puts small faults into the rules, one at a time, and fails if no unit test notices one. It runs the
 * unit tests that need no service, so files that write SQL are not among the rules. Arguments choose files by the beginnings of
 * their paths: `npm run test:mutation -- lib/access`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { quickTests } from "../../scripts/test/quick.mjs";
import known from "./known.json";
import { type Mutant, plantMutants } from "./mutants";
import { type Outcome, runMutants } from "./run-mutants";

const RULES = [
  ...filesIn("lib/access"),
  ...["plan", "filter/filter", "filter/operators"].map(inQuery),
  ...["page/cursor", "page/sort", "page/unserved"].map(inQuery),
  ...filesIn("lib/records/rules"),
];
const TESTS = /^tests\/unit\/(?:access|entities|query|records|tokens)\//;
/** A run of all the rules with fewer would have lost its mutants or its tests. */
const FEWEST_MUTANTS = 700;

const started = performance.now();
const wanted = process.argv.slice(2);
const rules = RULES.filter((file) => wanted.length === 0 || wanted.some((beginning) => file.startsWith(beginning)));
const { planted, sources } = plantAll(rules);
const mutants = planted.filter((mutant) => !isTestedElsewhere(mutant));
const tests = quickTests().filter((file) => TESTS.test(file));
console.log(
  `${mutants.length} mutants in ${rules.length} files, and ${tests.length} files of tests that need no service …`,
);
const outcomes = await runMutants(mutants, sources, tests);

const survivors = outcomes.filter(({ isNoticed }) => !isNoticed);
const problems = [...survivors.flatMap(problemOf), ...staleEntries(survivors)];
if (wanted.length === 0 && mutants.length < FEWEST_MUTANTS) problems.push(`There are only ${mutants.length} mutants.`);
for (const problem of problems) console.error(`\n${problem}`);
const seconds = Math.round((performance.now() - started) / 1000);
const noticed = outcomes.length - survivors.length;
const unknown = problems.length === 0 ? "each with its reason in known.json" : `${problems.length} to look at`;
console.log(`\n${outcomes.length} mutants: ${noticed} noticed, ${survivors.length} survive, ${unknown}; ${seconds} s`);
process.exitCode = problems.length === 0 ? 0 : 1;

function plantAll(files: string[]): { planted: Mutant[]; sources: Map<string, string> } {
  const planted: Mutant[] = [];
  const sources = new Map<string, string>();
  for (const file of files) {
    const { mutants, source } = plantMutants(file, readFileSync(file, "utf8"), planted.length);
    planted.push(...mutants);
    sources.set(file, source);
  }
  return { planted, sources };
}

/** Nothing for a survivor that is known. */
function problemOf({ mutant, tests }: Outcome): string[] {
  if (known.survivors.some((entry) => isSame(entry, mutant))) return [];
  const { file, line, within, change } = mutant;
  const run = tests.length === 0 ? "No unit test reaches it." : `These pass with it: ${tests.join(", ")}`;
  return [`${file}:${line}, in ${within}: no test notices\n    ${change}\n  ${run}`];
}

function staleEntries(survivors: Outcome[]): string[] {
  const stale = known.survivors.filter(
    (entry) => rules.includes(entry.file) && !survivors.some(({ mutant }) => isSame(entry, mutant)),
  );
  const gone = known.elsewhere.filter(
    ({ file, functions, test }) =>
      !existsSync(test) || (rules.includes(file) && functions.some((name) => !has(file, name))),
  );
  return [
    ...stale.map(
      (entry) => `This is noticed, or is not there any more; take it out of known.json: ${JSON.stringify(entry)}`,
    ),
    ...gone.map((entry) => `known.json names a function or a test that is not there: ${JSON.stringify(entry)}`),
  ];
}

function has(file: string, name: string): boolean {
  return planted.some((mutant) => mutant.file === file && mutant.within === name);
}

type Name = Pick<Mutant, "file" | "within" | "change">;

function isSame(left: Name, right: Name): boolean {
  return left.file === right.file && left.within === right.within && left.change === right.change;
}

function isTestedElsewhere({ file, within }: Mutant): boolean {
  return known.elsewhere.some((entry) => entry.file === file && entry.functions.includes(within));
}

function filesIn(room: string): string[] {
  return readdirSync(room)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.posix.join(room, name));
}

function inQuery(name: string): string {
  return `lib/query/${name}.ts`;
}
