"use client";
import { ChevronDown } from "lucide-react";
import type { LimitFieldsProps } from "@/components/tokens/limits/limit-fields";
import { useUnfolded } from "@/components/ui/controls/use-unfolded";
import { lazyWhenUsed } from "@/components/ui/dialog/load-when-used";

const LimitFields = lazyWhenUsed(async () => (await import("@/components/tokens/limits/limit-fields")).LimitFields);

const PARTS = ["deniedFields", "rows", "allowedAddresses", "requestsPerMinute"] as const;

export function LimitsSection({ summary, ...fields }: LimitFieldsProps & { summary: string | null }) {
  const { isOpen: isUnfolded, details } = useUnfolded(summary !== null);
  const isOpen = isUnfolded || PARTS.some((part) => fields.errorOf(part) !== null);
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
            <LimitFields {...fields} />
          </div>
        )}
      </details>
    </section>
  );
}
