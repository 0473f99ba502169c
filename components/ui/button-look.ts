/** How buttons look, and links that look like buttons. Which of them something is, a button or a link, is not a look. */
import clsx from "clsx";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "normal" | "small";

const LOOKS: Record<ButtonLook, string> = {
  primary: "border-transparent bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border-edge bg-surface text-ink hover:bg-sunken",
  quiet: "border-transparent text-ink hover:bg-sunken",
  danger: "border-transparent bg-bad text-bad-ink hover:bg-bad-hover",
};

const SIZES: Record<ButtonSize, string> = {
  normal: "min-h-10 px-4 py-1.5",
  small: "min-h-8 px-2.5 py-1 text-sm",
};

export function buttonClass(look: ButtonLook, size: ButtonSize, more?: string): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-control border text-center font-medium leading-snug",
    "transition-colors disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
    LOOKS[look],
    SIZES[size],
    more,
  );
}
