/** Writes docs/openapi.json. A test fails if the file does not match the code. */
import { writeFileSync } from "node:fs";
import { EXAMPLE_ORIGIN, openApiDocument } from "../lib/public-api/openapi/document";

writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(EXAMPLE_ORIGIN), null, 2)}\n`);
