import { LinkButton } from "./controls/button";

type PageLinksProps = { firstHref: string | null; previousHref: string | null; nextHref: string | null };

export function PageLinks({ firstHref, previousHref, nextHref }: PageLinksProps) {
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap justify-end gap-3 empty:hidden">
      {firstHref !== null && <LinkButton href={firstHref}>First page</LinkButton>}
      {previousHref !== null && (
        <LinkButton href={previousHref} prefetch={false}>
          Previous page
        </LinkButton>
      )}
      {nextHref !== null && (
        <LinkButton href={nextHref} prefetch={false}>
          Next page
        </LinkButton>
      )}
    </nav>
  );
}

type LogPageLinksProps = { label: string; newestHref: string | null; olderHref: string | null };

/** Page links for a log, which is read from the newest entry back. */
export function LogPageLinks({ label, newestHref, olderHref }: LogPageLinksProps) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap justify-end gap-3 empty:hidden">
      {newestHref !== null && <LinkButton href={newestHref}>Newest</LinkButton>}
      {olderHref !== null && <LinkButton href={olderHref}>Older</LinkButton>}
    </nav>
  );
}
