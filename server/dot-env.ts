/** The variables of a `.env` file in the working directory, for programs that Next does not start. */
import { existsSync } from "node:fs";

/** What the environment sets already stays as it is. */
export function loadDotEnv(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}
