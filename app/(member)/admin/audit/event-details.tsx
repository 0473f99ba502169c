/** What happened, in one line, with collapsed details that contain all that the other columns do not. */
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { Fact } from "@/components/ui/text/fact";
import type { AuditEntry } from "@/lib/audit/list";
import { tokenHint } from "@/lib/authentication/token-form";
import { readerZone } from "@/lib/session/reader-zone";
import { ACTION_LABELS } from "./action-labels";
import { describeDetails } from "./describe-event";

export function EventDetails({ entry }: { entry: AuditEntry }) {
  const { action, subject, tokenName, requestId, details } = entry;
  const { webhookId } = details;
  const label = ACTION_LABELS[action] ?? action;
  const sentences = describeDetails(entry, readerZone());
  if (sentences.length === 0 && requestId === null && tokenName === null) {
    return <span className="flex min-h-6 items-center pl-5.5 font-medium [overflow-wrap:anywhere]">{label}</span>;
  }
  return (
    <details className="group/event">
      <summary className="flex min-h-6 list-none items-center gap-1.5 rounded-sm hover:text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-quiet group-open/event:rotate-90" />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere] @table:shrink-0">{label}</span>
        <Gist sentences={sentences} />
      </summary>
      <div className="grid gap-2 py-2 pl-5.5 text-sm">
        {sentences.length > 0 && (
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence} className="[overflow-wrap:anywhere]">
                {sentence}
              </li>
            ))}
          </ul>
        )}
        <dl className="grid gap-2 empty:hidden">
          {tokenName !== null && (
            <Fact name="Token">
              <code className="text-xs">{tokenHint(subject)}</code>
            </Fact>
          )}
          {typeof webhookId === "string" && (
            <Fact name="Webhook">
              {action === "webhook.delete" ? (
                <code className="text-xs">{webhookId}</code>
              ) : (
                <Link
                  href={`/webhooks/${webhookId}`}
                  prefetch={false}
                  className="inline-block min-h-6 underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  <code className="text-xs">{webhookId}</code>
                </Link>
              )}
            </Fact>
          )}
          {requestId !== null && (
            <Fact name="Request ID">
              <code className="text-xs [overflow-wrap:anywhere]">{requestId}</code>
            </Fact>
          )}
        </dl>
      </div>
    </details>
  );
}

/** Cut off at the end of the line. The details contain the full text, so screen readers find it there. */
function Gist({ sentences }: { sentences: string[] }) {
  const [first] = sentences;
  if (first === undefined) return null;
  const text = sentences.length === 1 ? first : `${sentences.length} changes`;
  return (
    <span
      aria-hidden
      title={text}
      className="hidden min-w-0 truncate text-quiet group-open/event:invisible @table:block"
    >
      {text}
    </span>
  );
}
