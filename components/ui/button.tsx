/** A button. While `busy` it keeps its focus and its place, says so, and a second press does nothing. */
import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonClass } from "./button-look";

export type ButtonProps = Omit<ComponentProps<"button">, "aria-disabled" | "aria-busy"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  busy?: boolean;
};

export function Button({
  look = "secondary",
  size = "normal",
  busy = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // In a form, `type="button"` keeps the Enter key from submitting once more, which no handler here would see.
  const state = busy
    ? ({ type: "button", "aria-disabled": true, "aria-busy": true } as const)
    : ({ type, onClick } as const);
  return (
    <button {...rest} {...state} className={buttonClass(look, size, className)}>
      {busy && (
        <span aria-hidden className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent" />
      )}
      {children}
    </button>
  );
}
