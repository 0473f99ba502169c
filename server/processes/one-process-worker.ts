/** The program of a worker that has API and pages in one process. */
import { openPages } from "../adapter/pages";
import { run } from "./lifecycle";
import { serve } from "./serve";

run(async () => serve(await openPages("production")));
