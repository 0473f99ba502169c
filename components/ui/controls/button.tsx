import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";

type ButtonProps = Omit<ComponentProps<"button">, "aria-disabled" | "aria-busy"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  icon?: LucideIcon;
  busy?: boolean;
};

export function Button({
  look = "secondary",
  size = "normal",
  icon: Icon,
  busy = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // In a form, `type="button"` keeps the Enter key from submitting again, which no handler here would notice.
  const state = busy
    ? ({ type: "button", "aria-disabled": true, "aria-busy": true } as const)
    : ({ type, onClick } as const);
  return (
    <button {...rest} {...state} className={buttonClass(look, size, className)}>
      {busy && (
        <span aria-hidden className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent" />
      )}
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

/** The button that sends the form around it. */
export function SubmitButton(button: Omit<ButtonProps, "type" | "look">) {
  return <Button {...button} type="submit" look="primary" />;
}

/** "risky" opens something that cannot be undone, "danger" does it. */
type ButtonLook = "primary" | "secondary" | "quiet" | "risky" | "danger";
type ButtonSize = "normal" | "small";

const LOOKS: Record<ButtonLook, string> = {
  primary: "border-transparent bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border-rim bg-surface text-ink shadow-card hover:bg-sunken",
  quiet: "border-transparent text-ink hover:bg-sunken",
  risky: "border-rim bg-surface text-bad shadow-card hover:bg-bad-soft",
  danger: "border-transparent bg-bad text-bad-ink hover:bg-bad-hover",
};

const SIZES: Record<ButtonSize, string> = {
  normal: "min-h-9 px-3.5 py-1.5",
  small: "min-h-8 px-2.5 py-1",
};

/** The classes of buttons and of links that look like them. Choose the element by its meaning, not by its look. */
export function buttonClass(look: ButtonLook, size: ButtonSize, more?: string): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-control border text-center font-medium text-sm leading-snug",
    "transition-colors disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
    LOOKS[look],
    SIZES[size],
    more,
  );
}

type LinkButtonProps = ComponentProps<typeof Link> & Pick<ButtonProps, "look" | "size" | "icon">;

export function LinkButton({ look = "secondary", size = "normal", icon: Icon, className, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={buttonClass(look, size, className)}>
      {Icon && <Icon aria-hidden />}
      {link.children}
    </Link>
  );
}
