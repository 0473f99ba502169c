/** Where a part of a page has nothing to show, and nothing to do about it. */
import type { ReactNode } from "react";

export function EmptyLine({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-card border border-line border-dashed px-4 py-6 text-center text-quiet text-sm">{children}</p>
  );
}
