/** What will surprise, in the API's own codes. Of many, the first few: those that have a code come first. */
import type { ScopeWarning } from "@/lib/tokens/review";

const SHOWN = 3;

export function ReviewWarnings({ warnings }: { warnings: readonly ScopeWarning[] }) {
  if (warnings.length === 0) return null;
  const sorted = [...warnings].sort((a, b) => Number(a.code === null) - Number(b.code === null));
  const folded = sorted.slice(SHOWN);
  return (
    <div className="grid gap-2">
      <WarningList label="Warnings" warnings={sorted.slice(0, SHOWN)} />
      {folded.length > 0 && (
        <details>
          <summary className="flex min-h-6 items-center text-accent underline underline-offset-2">
            {folded.length === 1 ? "One more warning" : `${folded.length} more warnings`}
          </summary>
          <WarningList className="mt-2" label="More warnings" warnings={folded} />
        </details>
      )}
    </div>
  );
}

type WarningListProps = { label: string; warnings: readonly ScopeWarning[]; className?: string };

function WarningList({ label, warnings, className = "" }: WarningListProps) {
  return (
    <ul aria-label={label} className={`grid gap-2 ${className}`}>
      {warnings.map(({ entityKey, code, text }) => (
        <li key={`${entityKey} ${text}`} className="rounded-control border border-warn/40 bg-warn-soft px-3 py-2">
          {code && <code className="block break-all font-mono font-semibold text-warn text-xs">{code}</code>}
          {text}
        </li>
      ))}
    </ul>
  );
}
