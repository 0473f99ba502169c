/** The filters of a log, collapsed on a phone. A browser that cannot style collapsed content keeps the button everywhere. */
import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button";

export function FilterFields({ children }: { children: ReactNode }) {
  return (
    <details className="group md:details-content:[content-visibility:visible]">
      <summary
        className={buttonClass(
          "secondary",
          "small",
          "list-none group-open:mb-3 supports-[selector(::details-content)]:md:hidden",
        )}
      >
        <ListFilter aria-hidden />
        Filters
      </summary>
      <div className="flex flex-wrap items-end gap-3 *:min-w-0 *:flex-1 *:basis-28 *:last:flex-none">{children}</div>
    </details>
  );
}
