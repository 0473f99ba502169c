import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/text/fact";
import { exactDay } from "@/components/ui/time/relative-time";
import { RelativeTime } from "@/components/ui/time/time";
import { capitalized } from "@/lib/messages/cut-text";
import { readerZone } from "@/lib/session/reader-zone";
import { describeLimits, limitNames } from "@/lib/tokens/limit-words";
import type { EntityEffect } from "@/lib/tokens/read/detail";
import type { ListedToken } from "@/lib/tokens/read/list";

export function Facts({ token, access, now }: { token: ListedToken; access: readonly EntityEffect[]; now: Date }) {
  const { owner, created, expires, revoked, lastUsed, lastUsedAddress } = token;
  const limits = describeLimits(token.limits, limitNames(access));
  const hasExpired = expires !== null && expires <= now;
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-4">
        <Fact name="Owner">
          {owner.name}
          <span className="block text-quiet text-sm [overflow-wrap:anywhere]">{owner.email}</span>
        </Fact>
        <Fact name="Created">
          <Moment at={created} now={now} />
        </Fact>
        {revoked === null ? (
          <Fact name={hasExpired ? "Expired" : "Expires"}>
            {expires === null ? "Never" : <Moment at={expires} now={now} />}
          </Fact>
        ) : (
          <Fact name="Revoked">
            <Moment at={revoked} now={now} />
          </Fact>
        )}
        <Fact name="Last used">
          {lastUsed === null ? "Never" : <RelativeTime at={lastUsed} now={now} />}
          {lastUsedAddress && <span className="block text-quiet text-sm">from {lastUsedAddress}</span>}
        </Fact>
        {limits.length > 0 && (
          <Fact name="Limits">
            <ul>
              {limits.map((limit) => (
                <li key={limit}>{capitalized(limit)}</li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** The distance from now, and the day. */
function Moment({ at, now }: { at: Date; now: Date }) {
  return (
    <>
      <RelativeTime at={at} now={now} />
      <span className="block text-quiet text-sm">{exactDay(at, readerZone())}</span>
    </>
  );
}
