import { DeadEnd } from "@/components/shell/dead-end";
import { LinkButton } from "@/components/ui/controls/button";

/** One page for what does not exist and for what belongs to someone else. */
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
