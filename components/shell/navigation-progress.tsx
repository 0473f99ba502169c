"use client";
/** A line along the top until the next page is shown. It also closes the menu that contains the link: the frame stays. */
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/** After this long something has gone wrong, and the current page can be used. */
const GIVE_UP_MS = 20_000;

export function NavigationProgress() {
  const here = `${usePathname()}?${useSearchParams()}`;
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => listen(() => setLeft(here)), [here]);
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(() => setLeft(null), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [left]);
  // The navigation has ended: returning to that page must not show the line again.
  if (left !== null && left !== here) setLeft(null);
  return left === here ? <div data-progress className="navigation-progress" aria-hidden /> : null;
}

function listen(onLeave: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    link?.closest<HTMLElement>(":popover-open")?.hidePopover();
    if (link !== null && isPlain(event) && leadsToPage(link)) onLeave();
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}

/** Excludes clicks that open another tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** True if the link goes to another page of this service. */
function leadsToPage(link: HTMLAnchorElement): boolean {
  const { href, target, origin, pathname, search } = link;
  if (href === "" || target === "_blank" || link.hasAttribute("download")) return false;
  return origin === location.origin && pathname + search !== location.pathname + location.search;
}
