/** Loads the `.env` file of the working directory, for programs that Next does not start. */
import { existsSync } from "node:fs";

/** Variables that are already set keep their values. */
export function loadDotEnv(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}
