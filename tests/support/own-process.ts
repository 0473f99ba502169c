/** Lets a test call `lib` itself, on the suite's database: as the command line would, without the second that it takes. */
import { inject } from "vitest";
import { APP_SECRET } from "./service";

// Read at the first call of lib's own `env`.
process.env.DATABASE_URL = inject("databaseUrl");
process.env.APP_SECRET = APP_SECRET;
