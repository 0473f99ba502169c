/** `npm start` and `npm run dev`. The rest is loaded once signals are handled. */
import { run } from "./processes/lifecycle";

run(async () => (await import("./start")).start());
