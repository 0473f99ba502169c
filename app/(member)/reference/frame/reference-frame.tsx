/** The frame of the pages of the API reference: whose permissions they show, the search, and the contents. */
import type { ReactNode } from "react";
import { LanguageChooser } from "@/components/code/language-chooser";
import { PageContents, type Section } from "@/components/reading/contents";
import { ReadingFrame } from "@/components/reading/reading-frame";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { TryProvider } from "../try/try-provider";
import { PermissionsForm, toChoices } from "./permissions-form";
import { ReferenceContents } from "./reference-contents";
import { SearchForm } from "./search-form";

type ReferenceFrameProps = {
  reference: Reference;
  /** null: the start page. */
  entityKey: string | null;
  sections: readonly Section[];
  /** The search text. */
  search?: string;
  children: ReactNode;
};

export function ReferenceFrame({ reference, entityKey, sections, search = "", children }: ReferenceFrameProps) {
  const { page, caller, tokenId, tokens } = reference;
  const allEntities = { href: referenceAddress({ tokenId, anchor: "entities" }), title: "All entities" };
  return (
    <TryProvider page={page} choices={toChoices(tokens)} tokenId={tokenId}>
      <ReadingFrame
        above={
          <>
            <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-line border-b pb-5 print:hidden">
              <PermissionsForm tokens={tokens} tokenId={tokenId} entityKey={entityKey} />
              <SearchForm page={page} tokenId={tokenId} search={search} />
            </div>
            <PageContents sections={sections} upwards={entityKey === null ? null : allEntities} />
          </>
        }
        contents={
          <ReferenceContents
            entityKey={entityKey}
            tokenId={tokenId}
            sections={sections}
            entities={caller.access.entities().map(({ entity }) => entity)}
          />
        }
      >
        <LanguageChooser>{children}</LanguageChooser>
      </ReadingFrame>
    </TryProvider>
  );
}
