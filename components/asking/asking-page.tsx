/** A confirm page: it asks before an action, and works without scripts and before they have loaded (`AskForm`). */
import type { ReactNode } from "react";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";

type AskingPageProps = {
  title: ReactNode;
  /** What would happen. */
  description?: ReactNode;
  back: { href: string; label: string };
  children: ReactNode;
};

export function AskingPage({ children, ...header }: AskingPageProps) {
  return (
    <>
      <PageHeader {...header} />
      <div className="max-w-xl">
        <Card>
          <div className="grid grid-cols-1 gap-4">{children}</div>
        </Card>
      </div>
    </>
  );
}
