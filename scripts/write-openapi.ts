/** Writes docs/openapi.json. A test fails while the file is not what the code says. */
import { writeFileSync } from "node:fs";
import { openApiDocument } from "../lib/public-api/openapi";

writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);
