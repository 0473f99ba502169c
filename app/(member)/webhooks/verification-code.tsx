/** How a receiver verifies a delivery, in four languages, of which one is visible. Works without scripts (app/globals.css). */
import { Code, CodeCard } from "@/components/code/code-card";
import { verifications } from "./verifications";

/** `id`: unique on the page. */
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
              <label
                key={key}
                className="relative inline-flex min-h-7 items-center rounded-md px-2 text-quiet text-xs hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name={`verify-${id}`}
                  value={key}
                  defaultChecked={index === 0}
                  className="absolute inset-0 appearance-none rounded-md outline-none"
                />
                {label}
              </label>
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
