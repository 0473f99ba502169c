import { Search } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { LanguageChooser } from "@/components/code/language-chooser";
import { ContentsHeading, ContentsLink, ReadingFrame, type Section, SectionLinks } from "@/components/reading/contents";
import { SearchField } from "@/components/search/search-field";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import { CALLER_PAGES, callerPages } from "@/lib/public-api/reference/operations";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { TryProvider } from "../try/try-panel";
import { QuickFilter } from "./quick-filter";

type ReferenceFrameProps = {
  reference: Reference;
  /** The key of an entity, or one of `CALLER_PAGES`. null: the start page. */
  page: string | null;
  sections: readonly Section[];
  search?: string;
  children: ReactNode;
};

export function ReferenceFrame({ reference, page, sections, search = "", children }: ReferenceFrameProps) {
  const { member, tokenId, tokens } = reference;
  const choices = [
    { value: "", label: "You, with all your permissions" },
    ...tokens.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` })),
  ];
  const allEntities = { href: referenceAddress({ tokenId, anchor: "entities" }), title: "All entities" };
  return (
    <TryProvider page={member} choices={choices} tokenId={tokenId}>
      <ReadingFrame
        label="API reference"
        sections={sections}
        upwards={page === null ? null : allEntities}
        above={
          <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-b pb-5 print:hidden">
            <FormOnChange
              action={referenceAddress({ page: page ?? undefined, tokenId: null })}
              className="flex min-w-0 flex-wrap items-end gap-2"
            >
              <SelectField
                // The key resets the field on another page.
                key={tokenId}
                label="Permissions of"
                name="token"
                defaultValue={tokenId ?? ""}
                options={choices}
                className="w-72 min-w-0 max-w-full"
              />
              <ButtonForKeys>Show</ButtonForKeys>
            </FormOnChange>
            <search className="min-w-0">
              <form action="/reference" className="flex min-w-0 flex-wrap items-end gap-2">
                {tokenId !== null && <input type="hidden" name="token" value={tokenId} />}
                <SearchField page={member} tokenId={tokenId} label="Search" search={search} />
                <Button type="submit" aria-label="Show all results">
                  <Search aria-hidden />
                </Button>
              </form>
            </search>
          </div>
        }
        contents={<ReferenceContents {...{ reference, page, sections }} />}
      >
        <LanguageChooser>{children}</LanguageChooser>
      </ReadingFrame>
    </TryProvider>
  );
}

const FILTERED_FROM = 8;

type ContentsOfReferenceProps = Pick<ReferenceFrameProps, "reference" | "page" | "sections">;

function ReferenceContents({ reference: { caller, tokenId }, page, sections }: ContentsOfReferenceProps) {
  const entities = caller.access.entities().map(({ entity }) => entity);
  return (
    <>
      <ContentsLink href={referenceAddress({ tokenId })} isCurrent={page === null}>
        Introduction
      </ContentsLink>
      {page === null && <SectionLinks sections={sections} />}
      {callerPages(caller.access).map((each) => (
        <Fragment key={each}>
          <ContentsLink href={referenceAddress({ page: each, tokenId })} isCurrent={each === page}>
            {CALLER_PAGES.get(each)?.title ?? each}
          </ContentsLink>
          {each === page && <SectionLinks sections={sections} />}
        </Fragment>
      ))}
      <ContentsLink href="/docs" isCurrent={false}>
        Documentation
      </ContentsLink>
      <ContentsHeading>Entities</ContentsHeading>
      <QuickFilter isShown={entities.length >= FILTERED_FROM}>
        <ul>
          {entities.map(({ key, pluralLabel }) => (
            <li key={key} data-words={`${pluralLabel} ${key}`.toLowerCase()}>
              <ContentsLink href={referenceAddress({ page: key, tokenId })} isCurrent={key === page}>
                {pluralLabel}
              </ContentsLink>
              {key === page && <SectionLinks sections={sections} />}
            </li>
          ))}
        </ul>
      </QuickFilter>
      {entities.length === 0 && <p className="px-2.5 text-quiet">None that can be used.</p>}
    </>
  );
}
