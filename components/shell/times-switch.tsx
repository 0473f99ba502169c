"use client";
/** Chooses the time zone of the pages. Only the browser knows its own, so the server never renders this. */
import { useRouter } from "next/navigation";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { browserZone, TIME_ZONE_COOKIE, UTC } from "@/lib/time/time-zone";

export function TimesSwitch({ zone }: { zone: string }) {
  const router = useRouter();
  const local = browserZone();
  // A zone that was chosen elsewhere, perhaps while traveling, is offered until another one is chosen.
  const zones = [...new Set([UTC, zone, local])];
  if (zones.length === 1) return null;
  const choose = (chosen: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: only a preference, and the Cookie Store API is not in all browsers.
    document.cookie = `${TIME_ZONE_COOKIE}=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    router.refresh();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-quiet text-xs">Times</legend>
      <div className="inline-flex flex-wrap gap-0.5 rounded-control bg-sunken p-0.5">
        {zones.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === zone}
            onClick={() => choose(each)}
            className="min-h-7 rounded-md px-2 text-left text-quiet text-xs [overflow-wrap:anywhere] hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-card"
          >
            {each === local && local !== UTC ? `Local (${local})` : each}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
