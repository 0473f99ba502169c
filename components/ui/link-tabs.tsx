/** Several views of one page, as links. The address contains the choice, so that it can be saved and shared. */
import clsx from "clsx";
import Link from "next/link";

/** "tabs": the parts of a page, across its width. "switch": another view of one part, beside its title. */
type LinkTabsProps = {
  label: string;
  tabs: readonly { href: string; label: string }[];
  current: string;
  look?: keyof typeof LOOKS;
};

const LOOKS = {
  tabs: {
    list: "flex flex-wrap gap-x-5 border-line border-b sm:gap-x-6",
    tab: "-mb-px min-h-9 border-b-2 pb-1",
    current: "border-accent font-medium text-ink",
    other: "border-transparent text-quiet hover:border-rim hover:text-ink",
  },
  switch: {
    list: "inline-flex flex-wrap gap-0.5 rounded-control bg-sunken p-0.5",
    tab: "min-h-7 rounded-md px-2.5",
    current: "bg-surface font-medium text-ink shadow-card",
    other: "text-quiet hover:text-ink",
  },
} as const;

export function LinkTabs({ label, tabs, current, look = "tabs" }: LinkTabsProps) {
  const looks = LOOKS[look];
  return (
    <nav aria-label={label}>
      <ul className={looks.list}>
        {tabs.map(({ href, label }) => (
          <li key={href} className="flex">
            <Link
              href={href}
              replace
              scroll={false}
              aria-current={href === current ? "page" : undefined}
              className={clsx(
                "inline-flex items-center text-sm",
                looks.tab,
                href === current ? looks.current : looks.other,
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
