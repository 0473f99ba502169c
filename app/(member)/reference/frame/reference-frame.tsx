/** What the pages of the API reference have around their text: whose permissions they show, the search, and the contents. */
import type { ReactNode } from "react";
import { LanguageChooser } from "../code/language-chooser";
import type { Reference } from "../load-reference";
import { TryProvider } from "../try/try-provider";
import { Contents, PageContents, type Section } from "./contents";
import { PermissionsForm, toChoices } from "./permissions-form";
import { SearchForm } from "./search-form";

type ReferenceFrameProps = {
  reference: Reference;
  /** null: the start page. */
  entityKey: string | null;
  sections: readonly Section[];
  /** What was searched for. */
  search?: string;
  children: ReactNode;
};

/** Columns are there where the text has room for them: large text has the layout of a narrow page. */
export function ReferenceFrame({ reference, entityKey, sections, search = "", children }: ReferenceFrameProps) {
  const { page, caller, tokenId, tokens } = reference;
  const place = { entityKey, tokenId, sections };
  return (
    <TryProvider page={page} choices={toChoices(tokens)} tokenId={tokenId}>
      <div data-wide className="@container/frame">
        <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-b pb-5 print:hidden">
          <PermissionsForm tokens={tokens} tokenId={tokenId} entityKey={entityKey} />
          <SearchForm tokenId={tokenId} search={search} />
        </div>
        <PageContents {...place} />
        <div className="@5xl/frame:grid @5xl/frame:grid-cols-[13.5rem_minmax(0,1fr)] @5xl/frame:gap-x-10">
          <Contents {...place} entities={caller.access.entities().map(({ entity }) => entity)} />
          <div className="@container/content min-w-0">
            <LanguageChooser>{children}</LanguageChooser>
          </div>
        </div>
      </div>
    </TryProvider>
  );
}
