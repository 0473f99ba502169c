/** Something's place while it is on its way. Say beside it, for screen readers, what is loading. */
import clsx from "clsx";

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-control bg-sunken", className)} />;
}
