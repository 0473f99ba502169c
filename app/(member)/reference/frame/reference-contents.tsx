/** Beside a page of the reference: the sections of that page, and the entities that the caller can use. */
import { Contents, ContentsHeading, ContentsLink, type Section, SectionLinks } from "@/components/reading/contents";
import type { Entity } from "@/lib/model";
import { referenceAddress } from "../reference-address";
import { QuickFilter } from "./quick-filter";

type ReferenceContentsProps = {
  /** null: the start page. */
  entityKey: string | null;
  tokenId: string | null;
  sections: readonly Section[];
  entities: Entity[];
};

/** From this many entities on there is a filter field. */
const FILTERED_FROM = 8;

export function ReferenceContents({ entityKey, tokenId, sections, entities }: ReferenceContentsProps) {
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
