/** What was found, for people (by chapter) and for programs (`--json`). */
import type { Outcome } from "./clause";

export type Counts = Record<Outcome["result"], number>;

const MARKS = { passed: "✓", failed: "✗", skipped: "-" } as const;

export function countOutcomes(outcomes: readonly Outcome[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { result } of outcomes) counts[result] += 1;
  return counts;
}

export function toText(outcomes: readonly Outcome[]): string {
  const lines: string[] = [];
  for (const [chapter, found] of byChapter(outcomes)) {
    lines.push(`\n${chapter}`);
    for (const { result, says, reason } of found) {
      lines.push(`  ${MARKS[result]} ${says}`);
      if (reason !== null) lines.push(`      ${reason.replaceAll("\n", "\n      ")}`);
    }
  }
  const { passed, failed, skipped } = countOutcomes(outcomes);
  return `${lines.join("\n")}\n\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function toJson(url: string, outcomes: readonly Outcome[]): string {
  return JSON.stringify({ url, ...countOutcomes(outcomes), clauses: outcomes }, null, 2);
}

function byChapter(outcomes: readonly Outcome[]): Map<string, Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) groups.set(outcome.chapter, [...(groups.get(outcome.chapter) ?? []), outcome]);
  return groups;
}
