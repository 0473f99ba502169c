/** How the classes of answers look in the usage chart: each has a pattern of its own, so that colour is not needed. */
import type { CallClass } from "@/lib/call-log/batch";

/** What an element of an SVG is filled with; `scope` keeps the ids of several charts on a page apart. */
export function fillOf(callClass: CallClass, scope: string): string {
  return `url(#${scope}-${callClass})`;
}

export function ClassPatterns({ scope }: { scope: string }) {
  return (
    <defs>
      <Pattern id={`${scope}-ok`} size={8}>
        <rect width="8" height="8" className="fill-accent" />
      </Pattern>
      <Pattern id={`${scope}-refused`} size={6}>
        <rect width="6" height="6" className="fill-warn-soft" />
        <path d="M-1.5 1.5l3-3M0 6l6-6M4.5 7.5l3-3" className="stroke-2 stroke-warn" />
      </Pattern>
      <Pattern id={`${scope}-limited`} size={5}>
        <rect width="5" height="5" className="fill-sunken" />
        <circle cx="2.5" cy="2.5" r="1.3" className="fill-ink" />
      </Pattern>
      <Pattern id={`${scope}-failed`} size={6}>
        <rect width="6" height="6" className="fill-bad-soft" />
        <path d="M0 0l6 6M6 0L0 6" className="stroke-[1.5] stroke-bad" />
      </Pattern>
    </defs>
  );
}

export function ClassSwatch({ callClass, scope }: { callClass: CallClass; scope: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 18 12" className="h-3 w-4.5 shrink-0">
      <rect x="0.5" y="0.5" width="17" height="11" rx="2" fill={fillOf(callClass, scope)} className="stroke-edge" />
    </svg>
  );
}

function Pattern({ id, size, children }: { id: string; size: number; children: React.ReactNode }) {
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
      {children}
    </pattern>
  );
}
