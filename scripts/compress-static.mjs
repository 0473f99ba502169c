/** Compresses the scripts and styles of the pages beside themselves once, and at the best level, for `server/adapter/pages.ts`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const FOLDER = ".next/static";

for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
  if (!/\.(?:js|css)$/.test(name)) continue;
  const file = path.join(FOLDER, name);
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}
