/** The frame of the pages of the API reference: whose permissions they show, the search, and the contents. */
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { LanguageChooser } from "@/components/code/language-chooser";
import { PageContents, type Section } from "@/components/reading/contents";
import { ReadingFrame } from "@/components/reading/reading-frame";
import { SearchField } from "@/components/search/search-field";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { TryProvider } from "../try/try-provider";
import { ReferenceContents } from "./reference-contents";

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
