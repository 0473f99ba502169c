/** A long page of text and code, and its contents: sections and neighboring pages, as plain links, of which there may be a thousand. */
import clsx from "clsx";
import type { ReactNode } from "react";

export type Section = { id: string; title: string };

type ReadingFrameProps = PageContentsProps & {
  label: string;
  /** Spans both columns. */
  above?: ReactNode;
  /** Shown beside the page, if it is wide enough. */
  contents: ReactNode;
  children: ReactNode;
};

/** With large text it has the layout of a narrow page. */
export function ReadingFrame({ label, above, sections, upwards, contents, children }: ReadingFrameProps) {
  return (
    <div data-wide className="@container/frame">
      {above}
      <PageContents sections={sections} upwards={upwards} />
      <div className="@5xl/frame:grid @5xl/frame:grid-cols-[13rem_minmax(0,1fr)] @5xl/frame:gap-x-8">
        <nav
          aria-label={label}
          className="hidden text-sm @5xl/frame:sticky @5xl/frame:top-4 @5xl/frame:block @5xl/frame:max-h-[calc(100dvh-2rem)] @5xl/frame:self-start @5xl/frame:overflow-y-auto print:hidden!"
        >
          {contents}
        </nav>
        <div className="@container/content min-w-0">{children}</div>
      </div>
    </div>
  );
}

export function ContentsHeading({ children }: { children: string }) {
  return <h2 className="mt-5 mb-1 px-2.5 font-medium text-quiet text-xs">{children}</h2>;
}

/** A plain link, because `Link` would prefetch each of a thousand pages that comes into view. */
export function ContentsLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
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

export function SectionLinks({ sections }: { sections: readonly Section[] }) {
  return (
    <ul className="my-1 ml-2.5 border-line border-l">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block min-h-6 py-0.5 pl-3 text-quiet leading-5 [overflow-wrap:anywhere] hover:text-ink"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

type PageContentsProps = { sections: readonly Section[]; upwards: { href: string; title: string } | null };

/** Shown above the text if the page is too narrow for its contents beside it. `upwards`: the list of pages. */
function PageContents({ sections, upwards }: PageContentsProps) {
  return (
    <nav
      aria-label="On this page"
      className="mb-8 rounded-card border border-line bg-surface text-sm @5xl/frame:hidden print:hidden"
    >
      {sections.length > 0 && (
        <details>
          <summary className="min-h-10 rounded-card px-4 py-2.5 font-medium">On this page</summary>
          <div className="px-3 pb-3">
            <SectionLinks sections={sections} />
          </div>
        </details>
      )}
      {upwards !== null && (
        <p className="border-line border-t px-4 py-2 first:border-t-0">
          <a href={upwards.href} className="inline-block min-h-6 text-accent hover:underline">
            {upwards.title}
          </a>
        </p>
      )}
    </nav>
  );
}
