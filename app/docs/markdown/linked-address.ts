import path from "node:path";
import { DOCUMENTS } from "../documents";

/** Files that the service publishes under another address. */
const FILES: Record<string, string> = { "docs/openapi.json": "/openapi.json" };

/** The address of the demo, for which the documents are written. */
export const EXAMPLE_ORIGIN = "http://localhost:3000";

/** null: the target is not published. `file`: that of the document. */
export function linkedAddress(href: string, file: string): string | null {
  if (href.startsWith(`${EXAMPLE_ORIGIN}/`)) return href.slice(EXAMPLE_ORIGIN.length);
  if (/^https?:\/\//.test(href) || href.startsWith("#")) return href;
  const [target = "", anchor] = href.split("#");
  const linked = path.posix.join(path.posix.dirname(file), target);
  const page = DOCUMENTS.find((document) => document.file === linked)?.path ?? FILES[linked];
  if (page === undefined) return null;
  return anchor === undefined ? page : `${page}#${anchor}`;
}
