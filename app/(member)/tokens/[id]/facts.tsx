/** What a token is, in four lines: whose, since when, until when, and its last use. */
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { RelativeTime } from "@/components/ui/time";
import type { ListedToken } from "@/lib/tokens/list";

export function Facts({ token, now }: { token: ListedToken; now: Date }) {
  const { owner, created, expires, revoked, lastUsed, lastUsedAddress } = token;
  const hasExpired = expires !== null && expires <= now;
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-6 gap-y-4">
        <Fact name="Owner">
          {owner.name}
          <span className="block text-quiet text-sm [overflow-wrap:anywhere]">{owner.email}</span>
        </Fact>
        <Fact name="Created">
          <RelativeTime at={created} now={now} />
        </Fact>
        {revoked === null ? (
          <Fact name={hasExpired ? "Expired" : "Expires"}>
            {expires === null ? "Never" : <RelativeTime at={expires} now={now} />}
          </Fact>
        ) : (
          <Fact name="Revoked">
            <RelativeTime at={revoked} now={now} />
          </Fact>
        )}
        <Fact name="Last used">
          {lastUsed === null ? "Never" : <RelativeTime at={lastUsed} now={now} />}
          {lastUsedAddress && <span className="block text-quiet text-sm">from {lastUsedAddress}</span>}
        </Fact>
      </dl>
    </Card>
  );
}
