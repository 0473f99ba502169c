/** The code that verifies a delivery: that of the guide and of the client, which tests run. */
import { lexer } from "marked";
import { readMarkdown } from "@/app/docs/markdown/read-document";
import type { CodeLanguage } from "@/components/code/highlight";

const GUIDE = "docs/guides/webhooks.md";
const CLIENT = "packages/client/README.md";

type Verification = { key: string; label: string; language: CodeLanguage | null; text: string };

let known: Verification[] | undefined;

/** Read once, because the guide does not change while a service runs. */
export function verifications(): Verification[] {
  known ??= readFrom(readMarkdown(GUIDE), readMarkdown(CLIENT));
  return known;
}

export function readFrom(guide: string, client: string): Verification[] {
  const lastOf = (markdown: string, language: string, part = "") => {
    const texts = lexer(markdown).flatMap((token) =>
      token.type === "code" && token.lang === language ? [String(token.text)] : [],
    );
    const text = texts.findLast((each) => each.includes(part));
    if (text === undefined) throw new Error(`No example in ${language} verifies a delivery.`);
    return text;
  };
  // Which records are sent is known to the reader alone.
  const typescript = lastOf(client, "ts")
    .replace(/^import type .*\n/m, "")
    .replace("<CityRecord>", "");
  return [
    { key: "typescript", label: "TypeScript", language: "javascript", text: typescript },
    { key: "python", label: "Python", language: "python", text: lastOf(guide, "python") },
    { key: "go", label: "Go", language: null, text: lastOf(guide, "go") },
    { key: "openssl", label: "openssl", language: "curl", text: lastOf(guide, "sh", "openssl dgst") },
  ];
}
