"use client";
/** A link of the side bar, marked while its page, or one below it, is shown. */
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const current = nearness(usePathname(), href);
  const look = current ? "bg-accent-soft font-medium text-accent" : "text-quiet hover:bg-sunken hover:text-ink";
  return (
    // No prefetch, or every page would load nine others.
    <Link
      href={href}
      prefetch={false}
      aria-current={current}
      className={`flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 text-sm max-lg:min-h-10 ${look}`}
    >
      {children}
    </Link>
  );
}

/** Says if a page is the destination or below it; undefined if it is neither. */
function nearness(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
