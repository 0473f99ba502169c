/** Writes the documents of the version in package.json, which later ones are compared with. Part of a release (CONTRIBUTING.md). */
import { mkdirSync, writeFileSync } from "node:fs";
import { VERSION } from "@/lib/process/version";
import { releaseDocuments } from "../support/release-documents";

const folder = `tests/releases/${VERSION}`;
mkdirSync(folder, { recursive: true });
for (const [name, document] of Object.entries(await releaseDocuments()))
  writeFileSync(`${folder}/${name}`, `${JSON.stringify(document)}\n`);
