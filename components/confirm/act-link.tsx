/** Links to an act that has to be confirmed. */
import type { ComponentProps } from "react";
import { LinkButton } from "../ui/controls/button";
import { FocusAfterRemoval } from "./focus-after-removal";

export function ActLink(link: ComponentProps<typeof LinkButton>) {
  return (
    <>
      <LinkButton look="risky" {...link} scroll={false} prefetch={false} />
      <FocusAfterRemoval />
    </>
  );
}
