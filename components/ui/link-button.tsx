/** A link that looks like a button: it goes somewhere, and does nothing. */
import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonClass } from "./button-look";

export type LinkButtonProps = ComponentProps<typeof Link> & { look?: ButtonLook; size?: ButtonSize };

export function LinkButton({ look = "secondary", size = "normal", className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonClass(look, size, className)} />;
}
