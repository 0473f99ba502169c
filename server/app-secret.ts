/** The secret for keys of sessions and cursors: the environment's, or one generated once and stored with the embedded database. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Env } from "../lib/process/env";

/** Also sets APP_SECRET, in `env` and the process. Call it before `openDatabase`, which sets an absent DATABASE_URL. */
export function openAppSecret(env: Env): string {
  const secret = env.APP_SECRET ?? storedSecret(env);
  env.APP_SECRET = secret;
  process.env.APP_SECRET = secret;
  return secret;
}

function storedSecret(env: Env): string {
  if (env.DATABASE_URL !== undefined && env.NODE_ENV === "production") {
    throw new Error(
      "APP_SECRET is not set: with a DATABASE_URL of your own, set it to at least 32 random bytes, the same for every process (openssl rand -base64 32 makes one).",
    );
  }
  const file = path.join(env.DATA_DIR, "app-secret");
  return existsSync(file) ? readFileSync(file, "utf8") : createOnce(file);
}

/** Writes the file completely or not at all. If two processes race, the first one wins. */
function createOnce(file: string): string {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  } catch (cause) {
    throw new Error(
      `DATA_DIR (${path.dirname(file)}) cannot be written: ${(cause as NodeJS.ErrnoException).code}. Set DATABASE_URL and APP_SECRET, or DATA_DIR to a folder of your own.`,
      { cause },
    );
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8");
}
