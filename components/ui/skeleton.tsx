/** The place of something that is still on its way. */
import clsx from "clsx";

export function Skeleton({ className }: { className?: string }) {
  return <div className={clsx("animate-pulse rounded-control bg-sunken", className)} />;
}

/** Around a page's skeletons: says once, to those who cannot see them, what is going on. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden>{children}</div>
    </div>
  );
}
