"use client";
/** Restrictions of the token beyond its access: collapsed, because most tokens need none. */
import { ChevronDown } from "lucide-react";
import type { LimitableEntity } from "@/components/tokens/limits/field-choice";
import type { LimitErrors } from "@/components/tokens/limits/limit-fields";
import type { LimitsDraft } from "@/components/tokens/limits/limits-draft";
import { useUnfolded } from "@/components/ui/controls/use-unfolded";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";

const LimitFields = lazyWhenUsed(async () => (await import("@/components/tokens/limits/limit-fields")).LimitFields);

type LimitsSectionProps = {
  entities: readonly LimitableEntity[];
  draft: LimitsDraft;
  /** A few words on the restrictions; null: there are none. */
  summary: string | null;
  errors: LimitErrors;
  requestsPerMinute: number;
  onChange: (draft: LimitsDraft) => void;
};

export function LimitsSection({ entities, draft, summary, errors, requestsPerMinute, onChange }: LimitsSectionProps) {
  const { isOpen: isUnfolded, details } = useUnfolded(summary !== null);
  const isOpen = isUnfolded || Object.values(errors).some((error) => error !== null);
  return (
    <section aria-labelledby="limits" className="rounded-card border border-line bg-surface shadow-card">
      <details {...details} className="group" open={isOpen}>
        <summary className="flex items-center gap-3 p-4 sm:px-6">
          <span className="min-w-0 grow [overflow-wrap:anywhere]">
            <h2 id="limits" className="font-semibold text-base">
              Restrictions
            </h2>
            <span className="block text-quiet text-sm">
              {summary ??
                "Limit it to some records, hide fields, allow only certain IP addresses, set a rate limit. Optional."}
            </span>
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180" />
        </summary>
        {/* Rendered only when expanded, because many entities have many fields. */}
        {isOpen && (
          <div className="px-edge pb-edge sm:px-6 sm:pb-6">
            <LimitFields {...{ entities, draft, errors, requestsPerMinute, onChange }} />
          </div>
        )}
      </details>
    </section>
  );
}
