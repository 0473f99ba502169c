/** A few views of one page, as links beside one another. What is chosen stands in the address, so that it can be kept and sent. */
import clsx from "clsx";
import Link from "next/link";

type LinkTabsProps = { label: string; tabs: readonly { href: string; label: string }[]; current: string };

export function LinkTabs({ label, tabs, current }: LinkTabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="inline-flex flex-wrap gap-1 rounded-control bg-sunken p-1">
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              replace
              scroll={false}
              aria-current={href === current ? "page" : undefined}
              className={clsx(
                "inline-flex min-h-7 items-center rounded-md px-2 text-sm sm:px-3",
                href === current ? "bg-surface font-medium text-ink shadow-card" : "text-quiet hover:text-ink",
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
