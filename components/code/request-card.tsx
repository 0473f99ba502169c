/**
 * A request in every language, of which one is visible. Choosing another works without a script (app/globals.css, `.snippets`).
 */
import { Prose } from "@/components/ui/text/prose";
import { LANGUAGES, type Language } from "@/lib/public-api/reference/languages";
import { type ExampleRequest, type Target, writeSnippet } from "@/lib/public-api/reference/snippets";
import { Code, CodeCard } from "./code-card";
import { LANGUAGE_NAMES } from "./language";

type RequestCardProps = {
  /** Unique on the page; names the radio buttons. */
  id: string;
  /** What the request does, for screen readers. */
  title: string;
  request: ExampleRequest;
  /** What to know before sending the request. */
  notes?: readonly string[];
  language: Language;
  target: Target;
};

export function RequestCard({ id, title, request, notes = [], language, target }: RequestCardProps) {
  return (
    <div className="snippets">
      <CodeCard head={<Languages id={id} title={title} language={language} />} copyLabel={`Copy the request: ${title}`}>
        {LANGUAGES.map((each) => (
          <div key={each} className="snippet" data-snippet={each}>
            <Code label={`${title}, ${LANGUAGE_NAMES[each]}`} language={each}>
              {writeSnippet(each, request, target)}
            </Code>
          </div>
        ))}
        {notes.length > 0 && (
          <div className="grid gap-1 border-line border-t px-3.5 py-2 text-quiet text-xs [overflow-wrap:anywhere]">
            {notes.map((note) => (
              <p key={note}>
                <Prose text={note} />
              </p>
            ))}
          </div>
        )}
      </CodeCard>
    </div>
  );
}

function Languages({ id, title, language }: Pick<RequestCardProps, "id" | "title" | "language">) {
  return (
    <fieldset className="-ml-2 flex min-w-0 flex-wrap gap-0.5">
      <legend className="sr-only">Language of the request: {title}</legend>
      {LANGUAGES.map((each) => (
        <label
          key={each}
          className="relative inline-flex min-h-7 items-center rounded-md px-2 text-quiet text-xs hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={`language-${id}`}
            value={each}
            data-language
            defaultChecked={each === language}
            className="absolute inset-0 appearance-none rounded-md outline-none"
          />
          {LANGUAGE_NAMES[each]}
        </label>
      ))}
    </fieldset>
  );
}
