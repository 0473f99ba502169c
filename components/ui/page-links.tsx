/** Links to the other pages of a list; nothing if there is only one page. */
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
