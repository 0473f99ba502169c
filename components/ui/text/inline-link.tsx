import Link from "next/link";
import type { ComponentProps } from "react";

/** A link within a sentence. */
export function InlineLink(link: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...link} className="text-accent underline underline-offset-2" />;
}
