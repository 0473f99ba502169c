/** Views of one page, each with an address of its own: links, the current one marked. */
import clsx from "clsx";
import Link from "next/link";

type Tab = { href: string; label: string };

type TabsProps = { label: string; tabs: readonly Tab[]; current: string; className?: string };

/** `current`: the href of the tab that is shown. */
export function Tabs({ label, tabs, current, className }: TabsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="inline-flex flex-wrap gap-1 rounded-control bg-sunken p-1">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              replace
              scroll={false}
              aria-current={tab.href === current ? "page" : undefined}
              className={clsx(
                "inline-flex min-h-7 items-center rounded-md px-3 text-sm",
                tab.href === current ? "bg-surface font-medium text-ink shadow-card" : "text-quiet hover:text-ink",
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
