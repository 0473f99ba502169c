/** How fields and selects look. */
import clsx from "clsx";

export const controlClass = clsx(
  "w-full min-w-0 rounded-control border border-edge bg-surface px-3 py-1.5 text-ink placeholder:text-quiet",
  "min-h-10 aria-invalid:border-bad disabled:bg-sunken disabled:text-quiet",
);
