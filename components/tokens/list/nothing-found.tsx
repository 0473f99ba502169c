/** Shown if no token matches the filters, with a link to clear them. */
import { SearchX } from "lucide-react";
import { SHOWN_AFTER_END_DAYS } from "@/lib/tokens/status";
import { LinkButton } from "../../ui/controls/button";
import { EmptyState } from "../../ui/empty";

export function NothingFound({ everyHref }: { everyHref: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No token matches"
      actions={
        <LinkButton href={everyHref} look="primary">
          Clear filters
        </LinkButton>
      }
    >
      <p>
        Try fewer words, or clear the filters. Tokens that ended more than {SHOWN_AFTER_END_DAYS} days ago are not
        listed.
      </p>
    </EmptyState>
  );
}
