/** One of several choices that stand side by side and look like tabs: a radio button, so that choosing works without scripts. */
import clsx from "clsx";
import type { ComponentProps } from "react";

type RadioTabProps = Omit<ComponentProps<"input">, "type" | "size" | "className"> & { size?: keyof typeof SIZES };

const SIZES = { small: "px-2 text-xs", medium: "px-3 text-sm" };

/** `children` is its label. */
export function RadioTab({ size = "medium", children, ...radio }: RadioTabProps) {
  return (
    <label
      className={clsx(
        "relative inline-flex min-h-7 items-center gap-1.5 rounded-md text-quiet hover:text-ink",
        "has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-card",
        "has-focus-visible:outline-2 has-focus-visible:outline-accent",
        SIZES[size],
      )}
    >
      <input {...radio} type="radio" className="absolute inset-0 appearance-none rounded-md outline-none" />
      {children}
    </label>
  );
}
