"use client";
/**
 * A line along the top from the moment a link is followed until the next page is there, so that nobody
 * presses twice on a slow network. How far it has come nobody knows: it only says that something is on its way. A menu or drawer that
 * the link stands in is closed, because the frame outlives the page.
 */
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/** By then something has gone wrong, and the page that is there can be used. */
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
  // The page that was left is gone: coming back to it is not being on the way.
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

/** Not into another tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** Of this service, and not the one that is shown. */
function leadsToPage(link: HTMLAnchorElement): boolean {
  const { href, target, origin, pathname, search } = link;
  if (href === "" || target === "_blank" || link.hasAttribute("download")) return false;
  return origin === location.origin && pathname + search !== location.pathname + location.search;
}
