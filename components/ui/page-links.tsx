import { LinkButton } from "./controls/button";

/** A log is read from the newest entry back. */
const LINKS = [
  { at: "firstHref", text: "First page" },
  { at: "previousHref", text: "Previous page", prefetch: false },
  { at: "nextHref", text: "Next page", prefetch: false },
  { at: "newestHref", text: "Newest" },
  { at: "olderHref", text: "Older" },
] as const;

type PageLinksProps = { label?: string } & Partial<Record<(typeof LINKS)[number]["at"], string | null>>;

export function PageLinks({ label = "Pages of the list", ...hrefs }: PageLinksProps) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap justify-end gap-3 empty:hidden">
      {LINKS.filter(({ at }) => hrefs[at]).map(({ at, text, ...link }) => (
        <LinkButton key={at} href={hrefs[at] ?? ""} {...link}>
          {text}
        </LinkButton>
      ))}
    </nav>
  );
}
