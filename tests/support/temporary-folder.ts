/** A new empty folder that other accounts of the system may enter, as the database server's has to. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type TemporaryFolder = { path: string; remove(): void };

export function temporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "public-records-api-"));
  chmodSync(folder, 0o755);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
