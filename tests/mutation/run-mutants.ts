/**
 * Runs the unit tests with one mutant after the other. A test file with a mutant is a file of its own to Vitest
 * (`scope.test.ts?mutant=3`), so that two processes run thousands of them: to start one takes longer than most of these files.
 */
import path from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import type { Mutant } from "./mutants";

/** `tests`: the files that reach the mutant and were run with it. */
export type Outcome = { mutant: Mutant; tests: string[]; isNoticed: boolean };

type TestFile = { file: string; milliseconds: number; reached: Set<number> };

/** `sources`: the planted sources, by their paths. */
export async function runMutants(mutants: Mutant[], sources: Map<string, string>, tests: string[]): Promise<Outcome[]> {
  const vitest = await openVitest(sources, tests);
  try {
    const files = await runWithoutMutant(vitest);
    const runs = mutants.map((mutant) => ({
      outcome: { mutant, tests: [] as string[], isNoticed: false },
      waiting: inOrder(files, mutant),
    }));
    // Each round runs twice as many test files as the one before, for every mutant that none has noticed yet.
    for (let width = 1; ; width *= 2) {
      const left = runs.filter(({ outcome, waiting }) => !outcome.isNoticed && waiting.length > 0);
      if (left.length === 0) return runs.map(({ outcome }) => outcome);
      const pairs = left.flatMap(({ outcome, waiting }) => {
        const files = waiting.splice(0, width);
        outcome.tests.push(...files);
        return files.map((file) => `${file}?mutant=${outcome.mutant.id}`);
      });
      const failed = await run(vitest, pairs);
      for (const { outcome } of left) outcome.isNoticed = failed.has(outcome.mutant.id);
    }
  } finally {
    await vitest.close();
  }
}

/** The tests of the mutant's own file come first, then those that take the least time. */
function inOrder(files: TestFile[], { id, file }: Mutant): string[] {
  const own = `${path.basename(file, ".ts")}.`;
  const rank = (test: TestFile) => (path.basename(test.file).startsWith(own) ? 0 : test.milliseconds);
  const reaching = files.filter(({ reached }) => reached.has(id));
  return reaching.sort((left, right) => rank(left) - rank(right)).map((test) => test.file);
}

async function openVitest(sources: Map<string, string>, tests: string[]): Promise<Vitest> {
  const plugin = {
    name: "mutants",
    enforce: "pre" as const,
    transform: (_code: string, id: string) => {
      const code = sources.get(path.relative("", id));
      return code === undefined ? null : { code, map: null };
    },
  };
  const options = {
    config: false as const,
    watch: false,
    include: tests,
    reporters: [{}],
    pool: "forks" as const,
    isolate: false,
    maxWorkers: 2,
    setupFiles: ["tests/mutation/switch.ts", "tests/support/own-modules.ts", "tests/support/fast-check-seed.ts"],
    testTimeout: 60_000,
  };
  return createVitest("test", options, { resolve: { alias: { "@": process.cwd() } }, plugins: [plugin] });
}

async function runWithoutMutant(vitest: Vitest): Promise<TestFile[]> {
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
  const failed = testModules.filter((module) => !module.ok()).map((module) => module.relativeModuleId);
  if (failed.length > 0) throw new Error(`These fail without any mutant: ${failed.join(", ")}`);
  return testModules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    const { reached = [] } = module.meta() as { reached?: number[] };
    return { file: module.relativeModuleId, milliseconds: duration + collectDuration, reached: new Set(reached) };
  });
}

/** Returns the mutants with which these files failed. */
async function run(vitest: Vitest, files: string[]): Promise<Set<number>> {
  // Vitest would keep the results of every run.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const project = vitest.getRootProject();
  const specifications = files.map((file) => project.createSpecification(path.resolve(file)));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return new Set(testModules.filter((module) => !module.ok()).map(({ moduleId }) => mutantOf(moduleId)));
}

function mutantOf(moduleId: string): number {
  return Number(moduleId.split("?mutant=")[1]);
}
