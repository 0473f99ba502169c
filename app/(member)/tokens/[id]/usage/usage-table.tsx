/** The numbers of the usage chart, for those who cannot see it, and for those who want them exactly. Newest first. */

import { CALL_CLASSES } from "@/lib/call-log/batch";
import type { Usage } from "@/lib/call-log/usage";
import { bucketLabel, CLASS_LABELS, inDigits } from "./chart-words";

export function UsageTable({ usage, caption }: { usage: Usage; caption: string }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mt-3 max-h-96 overflow-auto rounded-control border border-line"
    >
      <table className="w-full border-collapse text-right text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-quiet text-xs">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Time (UTC)
            </th>
            {CALL_CLASSES.map((callClass) => (
              <th key={callClass} scope="col" className="px-3 py-2 font-medium">
                {CLASS_LABELS[callClass].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...usage.buckets].reverse().map((bucket) => (
            <tr key={bucket.from.getTime()} className="border-line border-t">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {bucketLabel(bucket, usage.bucketSeconds)}
              </th>
              {CALL_CLASSES.map((callClass) => (
                <td key={callClass} className={bucket[callClass] === 0 ? "px-3 py-1.5 text-quiet" : "px-3 py-1.5"}>
                  {inDigits(bucket[callClass])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
