"use client";
/** What is shown where the filters leave no token, and the way back. */
import { SearchX } from "lucide-react";
import { SHOWN_AFTER_END_DAYS } from "@/lib/tokens/status";
import { Button } from "../../ui/controls/button";
import { EmptyState } from "../../ui/empty";

export default function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No token matches"
      actions={
        <Button look="primary" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      <p>
        Try fewer words, or clear the filters. Tokens that ended more than {SHOWN_AFTER_END_DAYS} days ago are not
        listed.
      </p>
    </EmptyState>
  );
}
