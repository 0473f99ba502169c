/** The head of the list, the same while it is on its way: nothing moves when it comes. */
import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";

export function TokensHeader({ actions }: { actions?: ReactNode }) {
  return (
    <PageHeader
      title="Tokens"
      description="Each lets one of your programs act as you, within what you choose for it."
      actions={actions}
    />
  );
}
