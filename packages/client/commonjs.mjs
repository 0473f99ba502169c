/** Marks the second build as CommonJS, because the package's own files are ES modules. */
import { writeFileSync } from "node:fs";

writeFileSync("dist/commonjs/package.json", '{ "type": "commonjs" }\n');
