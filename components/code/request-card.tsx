/** A request in every language, of which one is visible (app/globals.css, `.snippets`). */
import { RadioTab } from "@/components/ui/controls/radio-tab";
import { Prose } from "@/components/ui/text/prose";
import {
  type ExampleRequest,
  LANGUAGES,
  type Language,
  type Target,
  writeSnippet,
} from "@/lib/public-api/reference/snippets";
import { Code, CodeCard } from "./code-card";
import { LANGUAGE_NAMES } from "./language";

type RequestCardProps = {
  /** Unique on the page; names the radio buttons. */
  id: string;
  /** What the request does, for screen readers. */
  title: string;
  request: ExampleRequest;
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
        <RadioTab
          key={each}
          size="small"
          name={`language-${id}`}
          value={each}
          data-language
          defaultChecked={each === language}
        >
          {LANGUAGE_NAMES[each]}
        </RadioTab>
      ))}
    </fieldset>
  );
}
