/** The program of a worker that has API and pages in one process. */
import { run } from "./lifecycle";
import { serveAll } from "./one-process";

run(() => serveAll("production"));
