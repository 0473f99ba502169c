import { lexer } from "marked";
import { readMarkdown } from "@/app/docs/markdown/read-document";
import { Code, CodeCard } from "@/components/code/code-card";
import type { CodeLanguage } from "@/components/code/highlight";
import { RadioTab } from "@/components/ui/controls/radio-tab";

export function VerificationCode({ id }: { id: string }) {
  const snippets = verifications();
  return (
    <div className="snippets min-w-0">
      <CodeCard
        copyLabel="Copy the code"
        head={
          <fieldset className="-ml-2 flex min-w-0 flex-wrap gap-0.5">
            <legend className="sr-only">Verify in</legend>
            {snippets.map(({ key, label }, index) => (
              <RadioTab key={key} size="small" name={`verify-${id}`} value={key} defaultChecked={index === 0}>
                {label}
              </RadioTab>
            ))}
          </fieldset>
        }
      >
        {snippets.map(({ key, label, language, text }) => (
          <div key={key} className="snippet" data-snippet={key}>
            <Code label={`Verify in ${label}`} language={language}>
              {text}
            </Code>
          </div>
        ))}
      </CodeCard>
    </div>
  );
}

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
  // Only the reader knows which records are sent.
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
