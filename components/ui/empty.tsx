/** Shown if there is no content: why, and what to do about it. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; actions?: ReactNode };

export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-line border-dashed px-4 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="max-w-md">
        <h2 className="font-semibold text-lg">{title}</h2>
        {children && <div className="mt-1 text-quiet">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

/** For a part of a page without content, where there is nothing to do about it. */
export function EmptyLine({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-line border-dashed px-4 py-6 text-center text-quiet text-sm">{children}</p>
  );
}
