import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { LanguageChooser } from "@/components/code/language-chooser";
import {
  Contents,
  ContentsHeading,
  ContentsLink,
  PageContents,
  type Section,
  SectionLinks,
} from "@/components/reading/contents";
import { ReadingFrame } from "@/components/reading/reading-frame";
import { SearchField } from "@/components/search/search-field";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { TryProvider } from "../try/try-panel";
import { QuickFilter } from "./quick-filter";

type ReferenceFrameProps = {
  reference: Reference;
  /** null: the start page. */
  entityKey: string | null;
  sections: readonly Section[];
  search?: string;
  children: ReactNode;
};

export function ReferenceFrame({ reference, entityKey, sections, search = "", children }: ReferenceFrameProps) {
  const { page, tokenId, tokens } = reference;
  const choices = [
    { value: "", label: "You, with all your permissions" },
    ...tokens.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` })),
  ];
  const allEntities = { href: referenceAddress({ tokenId, anchor: "entities" }), title: "All entities" };
  return (
    <TryProvider page={page} choices={choices} tokenId={tokenId}>
      <ReadingFrame
        above={
          <>
            <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-b pb-5 print:hidden">
              <FormOnChange
                action={referenceAddress({ entityKey: entityKey ?? undefined, tokenId: null })}
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
                  <SearchField page={page} tokenId={tokenId} label="Search" search={search} />
                  <Button type="submit" aria-label="Show all results">
                    <Search aria-hidden />
                  </Button>
                </form>
              </search>
            </div>
            <PageContents sections={sections} upwards={entityKey === null ? null : allEntities} />
          </>
        }
        contents={<ReferenceContents reference={reference} entityKey={entityKey} sections={sections} />}
      >
        <LanguageChooser>{children}</LanguageChooser>
      </ReadingFrame>
    </TryProvider>
  );
}

const FILTERED_FROM = 8;

type ContentsOfReferenceProps = Pick<ReferenceFrameProps, "reference" | "entityKey" | "sections">;

function ReferenceContents({ reference: { caller, tokenId }, entityKey, sections }: ContentsOfReferenceProps) {
  const entities = caller.access.entities().map(({ entity }) => entity);
  return (
    <Contents label="API reference">
      <ContentsLink href={referenceAddress({ tokenId })} isCurrent={entityKey === null}>
        Introduction
      </ContentsLink>
      {entityKey === null && <SectionLinks sections={sections} />}
      <ContentsLink href="/docs" isCurrent={false}>
        Documentation
      </ContentsLink>
      <ContentsHeading>Entities</ContentsHeading>
      <QuickFilter isShown={entities.length >= FILTERED_FROM}>
        <ul>
          {entities.map(({ key, pluralLabel }) => (
            <li key={key} data-words={`${pluralLabel} ${key}`.toLowerCase()}>
              <ContentsLink href={referenceAddress({ entityKey: key, tokenId })} isCurrent={key === entityKey}>
                {pluralLabel}
              </ContentsLink>
              {key === entityKey && <SectionLinks sections={sections} />}
            </li>
          ))}
        </ul>
      </QuickFilter>
      {entities.length === 0 && <p className="px-2.5 text-quiet">None that can be used.</p>}
    </Contents>
  );
}
