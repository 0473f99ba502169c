/**
 * `postgres.json`: what has to stay the same from one start of the embedded server to the next. Made once, readable by its
 * owner only.
 */
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const schema = z.object({
  port: z.int().min(1).max(65535),
  /** Of the server's first user. */
  password: z.string().min(1),
  /** Of the role that the service uses. Absent where the file is older than the role. */
  rolePassword: z.string().min(1).optional(),
  /** Where the tables are: beside this file, or elsewhere when the server's account cannot come here. */
  directory: z.string().min(1),
});

export type Settings = z.infer<typeof schema>;

/** The stored settings, or null on the first start. */
export function readSettings(dataDir: string): Settings | null {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Error(`${file} is damaged: restore it from a copy, it has the embedded database's password.`, {
      cause,
    });
  }
}

export function writeSettings(dataDir: string, settings: Settings): void {
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, fileIn(dataDir));
}

/** Below the ports that systems hand out to outgoing connections. */
export function randomPort(): number {
  return randomInt(20_000, 32_000);
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, "postgres.json");
}
