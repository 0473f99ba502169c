/**
 * The program of an api process: `/api/v1` and the health checks; pages are forwarded. It loads nothing of Next. The database
 * and the secret are there already, named in the environment.
 */
import { forwardTo } from "../adapter/forward";
import { run } from "./lifecycle";
import { serve } from "./serve";

run(async () => {
  const [, , socketPath = ""] = process.argv;
  await serve({ pages: forwardTo(socketPath) });
});
