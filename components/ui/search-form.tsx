import { NO_TOKEN } from "@/lib/tokens/pasted";
import { Button, LinkButton } from "./controls/button";
import { controlClass } from "./controls/control-class";
import { HiddenFields } from "./controls/hidden-fields";

type SearchFormProps = {
  /** "Search members" */
  label: string;
  path: string;
  /** Further parameters of the list, which stay. */
  kept: Record<string, string>;
  text: string;
  /** The list without the search. */
  everyHref: string;
  /** The range of the list that is shown. */
  summary: string;
};

export function SearchForm({ label, path, kept, text, everyHref, summary }: SearchFormProps) {
  return (
    <search aria-label={label} className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      {/* An uncontrolled field keeps its text when the address changes, so the key creates a new form. */}
      <form key={text} action={path} className="flex min-w-0 max-w-md flex-1 basis-72 gap-3">
        <HiddenFields values={kept} />
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder="Name or address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...NO_TOKEN}
          defaultValue={text}
          className={controlClass}
        />
        <Button type="submit">Search</Button>
      </form>
      {text !== "" && (
        <LinkButton look="quiet" href={everyHref}>
          Clear search
        </LinkButton>
      )}
      <p role="status" className="text-quiet text-sm">
        {summary}
      </p>
    </search>
  );
}
