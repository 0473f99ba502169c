/**
 * The program of an api process: serves `/api/v1` and the health checks, and forwards pages. It loads nothing of Next. The
 * database and the secret already exist; the environment names them.
 */
import { forwardTo } from "../adapter/forward";
import { run } from "./lifecycle";
import { serve } from "./serve";

run(async () => {
  const [, , socketPath = ""] = process.argv;
  await serve({ pages: forwardTo(socketPath) });
});
