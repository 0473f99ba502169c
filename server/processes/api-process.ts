/** The program of an api process. It loads nothing of Next, and finds database and secret in the environment. */
import { forwardTo } from "../adapter/forward";
import { run } from "./lifecycle";
import { serve } from "./serve";

run(async () => {
  const [, , socketPath = ""] = process.argv;
  await serve({ handle: forwardTo(socketPath) });
});
