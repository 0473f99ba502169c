import { DeadEnd } from "@/components/shell/dead-end";
import { LinkButton } from "@/components/ui/controls/button";

/** For what is not there, and for what is somebody else's: one answer. */
export default function NotFoundPage() {
  return (
    <DeadEnd
      title="There is nothing here"
      actions={
        <LinkButton href="/tokens" look="primary">
          Go to your tokens
        </LinkButton>
      }
    >
      <p>What you looked for is not there, or not yours to see. The address may be incomplete.</p>
    </DeadEnd>
  );
}
