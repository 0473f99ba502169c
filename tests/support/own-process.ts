/** Lets a test call `lib` itself, on the suite's database: what a command line would do, without the second that one takes. */
import { inject } from "vitest";
import { APP_SECRET } from "./service";

// Read at the first call of lib's own `env`.
process.env.DATABASE_URL = inject("databaseUrl");
process.env.APP_SECRET = APP_SECRET;
