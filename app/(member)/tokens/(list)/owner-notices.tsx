/** Above the list: what its owner should hear of without looking for it. Nothing where there is nothing to tell. */
import Link from "next/link";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/time";
import type { ListedToken, TokenNotices } from "@/lib/tokens/list";
import { EXPIRES_SOON_DAYS } from "@/lib/tokens/status";

/** More than these are in the list, which the last line leads to. */
const MAX_NAMED = 3;

export function OwnerNotices({ notices: { revoked, expiring }, now }: { notices: TokenNotices; now: Date }) {
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {revoked.length > 0 && (
        <Notice tone="bad" title={`${count(revoked)} revoked by somebody else. What uses ${them(revoked)} is refused.`}>
          <Named tokens={revoked} allHref="/tokens?status=revoked">
            {({ revoked: at, revokedBy }) =>
              at && (
                <>
                  by {revokedBy}, <RelativeTime at={at} now={now} />
                </>
              )
            }
          </Named>
        </Notice>
      )}
      {expiring.length > 0 && (
        <Notice
          tone="warn"
          title={`${count(expiring)} to expire within ${EXPIRES_SOON_DAYS} days. Rotate ${them(expiring)} to go on with a new secret.`}
        >
          <Named tokens={expiring} allHref="/tokens?status=expires+soon">
            {({ expires }) => expires && <RelativeTime at={expires} now={now} />}
          </Named>
        </Notice>
      )}
    </div>
  );
}

type NamedProps = { tokens: readonly ListedToken[]; allHref: string; children: (token: ListedToken) => ReactNode };

function Named({ tokens, allHref, children }: NamedProps) {
  return (
    <ul>
      {tokens.slice(0, MAX_NAMED).map((token) => (
        <li key={token.id} className="[overflow-wrap:anywhere]">
          <Link
            href={`/tokens/${token.id}`}
            prefetch={false}
            className="inline-block min-h-6 underline underline-offset-2"
          >
            <bdi>{token.name}</bdi>
          </Link>{" "}
          {children(token)}
        </li>
      ))}
      {tokens.length > MAX_NAMED && (
        <li>
          <Link href={allHref} prefetch={false} className="inline-block min-h-6 underline underline-offset-2">
            Show all {tokens.length}
          </Link>
        </li>
      )}
    </ul>
  );
}

function count({ length }: readonly unknown[]): string {
  return length === 1 ? "1 token" : `${length} tokens`;
}

function them({ length }: readonly unknown[]): string {
  return length === 1 ? "it" : "them";
}
