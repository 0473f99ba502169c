import type { Metadata } from "next";
import { DeadEnd } from "@/components/shell/dead-end";
import { PublicFrame } from "@/components/shell/public-frame";
import { LinkButton } from "@/components/ui/controls/button";

/** Only for the development server; a built service responds to such paths before Next is involved (`proxy.ts`). */
export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <PublicFrame>
      <DeadEnd
        title="There is no such page"
        actions={
          <LinkButton href="/" look="primary">
            Go to the start page
          </LinkButton>
        }
      >
        <p>The address may be incomplete, or the page has moved.</p>
      </DeadEnd>
    </PublicFrame>
  );
}
