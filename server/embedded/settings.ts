/** `postgres.json`: what has to stay the same between starts of the embedded server. Created once, readable only by its owner. */
import { randomInt } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const schema = z.object({
  port: z.int().min(1).max(65535),
  /** The superuser's password. */
  password: z.string().min(1),
  /** The password of the role that the service uses. */
  rolePassword: z.string().min(1),
  /** Where the tables are: beside this file, or elsewhere if the server's account cannot reach this folder. */
  directory: z.string().min(1),
});

export type Settings = z.infer<typeof schema>;

/** Returns null on the first start. */
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

/** Below the ports that systems assign to outgoing connections. */
export function randomPort(): number {
  return randomInt(20_000, 32_000);
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, "postgres.json");
}
