/**
 * The unit tests that `npm run check` runs: those that open neither a database nor a process, judging by their imports. The
 * others run in `npm test` only.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Imports that open a database or a process. */
const SLOW_IMPORTS = new Set(["node:child_process", "tests/support/database.ts", "server/embedded/postgres.ts"]);
/** A hundred password hashes; a hundred thousand records; six compiler runs. */
const SLOW_FILES = new Set([
  "tests/unit/session/password.test.ts",
  "tests/unit/demo/sources.test.ts",
  "tests/unit/client/declarations.test.ts",
]);

/** Paths from the root of the repository. */
export function quickTests(folder = "tests/unit") {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => path.posix.join(folder, name))
    .filter((file) => !SLOW_FILES.has(file) && !importsWhatIsSlow(file))
    .sort();
}

/**
 * Follows only the tests' own files: modules of the service open nothing by themselves.
 * @param {string} file
 * @param {Set<string>} seen
 * @returns {boolean}
 */
function importsWhatIsSlow(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const imported = importsOf(file);
  if (imported.some((name) => SLOW_IMPORTS.has(name))) return true;
  return imported.some((name) => name.startsWith("tests/") && existsSync(name) && importsWhatIsSlow(name, seen));
}

/** @param {string} file */
function importsOf(file) {
  const names = [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"([^"]+)"/g)].map(([, name = ""]) => name);
  return names.map((name) => {
    if (name.startsWith("@/")) return `${name.slice(2)}.ts`;
    return name.startsWith("..") ? `${path.posix.join(path.posix.dirname(file), name)}.ts` : name;
  });
}
