"use client";
/** The header's links, the current one marked: in a row, or one below the other in the menu. */
import clsx from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type Destination, nearness } from "./destinations";

type MainNavProps = { destinations: readonly Destination[]; layout: "row" | "column"; className?: string };

export function MainNav({ destinations, layout, className }: MainNavProps) {
  const path = usePathname();
  return (
    <nav aria-label="Main" className={className}>
      <ul className={clsx("flex gap-1", layout === "row" ? "flex-wrap items-center" : "flex-col")}>
        {destinations.map((destination) => {
          const current = nearness(path, destination);
          return (
            <li key={destination.href}>
              <Link
                href={destination.href}
                aria-current={current}
                className={clsx(
                  "flex min-h-9 items-center rounded-control px-3 text-sm",
                  current ? "bg-accent-soft font-medium text-accent" : "text-quiet hover:bg-sunken hover:text-ink",
                )}
              >
                {destination.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
