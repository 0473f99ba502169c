/** How a receiver verifies a delivery, in four languages, of which one is visible. Works without scripts (app/globals.css). */
import { Code, CodeCard } from "@/components/code/code-card";
import { RadioTab } from "@/components/ui/controls/radio-tab";
import { verifications } from "./verifications";

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
