import { X } from "lucide-react";
import Link from "next/link";

export function FilterChip({ name, value, withoutHref }: { name: string; value: string; withoutHref: string }) {
  return (
    <span className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-2xl border border-line bg-surface py-0.5 pr-1 pl-3 text-sm">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-quiet">{name}: </span>
        <bdi>{value}</bdi>
      </span>
      <Link
        href={withoutHref}
        aria-label={`Remove the filter ${name}: ${value}`}
        className="grid size-6 shrink-0 place-items-center rounded-full text-quiet hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </Link>
    </span>
  );
}
