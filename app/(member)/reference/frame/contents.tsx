/** Where to go: the sections of this page, and the entities that the caller can use. Links only, of which there may be a thousand. */
import clsx from "clsx";
import type { Entity } from "@/lib/model";
import { referenceAddress } from "../reference-address";
import { QuickFilter } from "./quick-filter";

export type Section = { id: string; title: string };

/** `entityKey` null: the start page. */
type Place = { entityKey: string | null; tokenId: string | null; sections: readonly Section[] };

/** Beside the page. From so many entities on there is something to type a part of a name into. */
const FILTERED_FROM = 8;

export function Contents({ entities, ...place }: Place & { entities: Entity[] }) {
  const { entityKey, tokenId, sections } = place;
  return (
    <nav
      aria-label="API reference"
      className="hidden text-sm @5xl/frame:sticky @5xl/frame:top-4 @5xl/frame:block @5xl/frame:max-h-[calc(100dvh-2rem)] @5xl/frame:self-start @5xl/frame:overflow-y-auto print:hidden!"
    >
      <ContentsLink href={referenceAddress({ tokenId })} isCurrent={entityKey === null}>
        Getting started
      </ContentsLink>
      {entityKey === null && <SectionLinks sections={sections} />}
      <h2 className="mt-5 mb-1 px-2.5 font-medium text-quiet text-xs">Entities</h2>
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
    </nav>
  );
}

type ContentsLinkProps = { href: string; isCurrent: boolean; children: string };

/** No `Link`: it would fetch each of a thousand pages that come into view. */
function ContentsLink({ href, isCurrent, children }: ContentsLinkProps) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={clsx(
        "block min-h-7 rounded-control px-2.5 py-1 leading-5 [overflow-wrap:anywhere]",
        isCurrent ? "bg-accent-soft font-medium text-accent" : "text-quiet hover:bg-sunken hover:text-ink",
      )}
    >
      <bdi>{children}</bdi>
    </a>
  );
}

function SectionLinks({ sections }: { sections: readonly Section[] }) {
  return (
    <ul className="my-1 ml-2.5 border-line border-l">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="block min-h-6 py-0.5 pl-3 text-quiet leading-5 hover:text-ink">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Where there is no room beside the page. */
export function PageContents({ entityKey, tokenId, sections }: Place) {
  return (
    <nav
      aria-label="On this page"
      className="mb-8 rounded-card border border-line bg-surface text-sm @5xl/frame:hidden print:hidden"
    >
      <details>
        <summary className="min-h-10 rounded-card px-4 py-2.5 font-medium">On this page</summary>
        <div className="px-3 pb-3">
          <SectionLinks sections={sections} />
        </div>
      </details>
      {entityKey !== null && (
        <p className="border-line border-t px-4 py-2">
          <a
            href={referenceAddress({ tokenId, anchor: "entities" })}
            className="inline-block min-h-6 text-accent hover:underline"
          >
            All entities
          </a>
        </p>
      )}
    </nav>
  );
}
