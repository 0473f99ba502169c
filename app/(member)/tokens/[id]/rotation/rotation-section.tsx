import Link from "next/link";
import type { ReactNode } from "react";
import { ActLink } from "@/components/confirm/act-link";
import { StatusBadge } from "@/components/tokens/status-badge";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/text/fact";
import { ExactTime, RelativeTime } from "@/components/ui/time/time";
import type { CallsSince } from "@/lib/call-log/calls-since";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import type { ListedToken } from "@/lib/tokens/read/list";
import type { PairInUse } from "./load-pair";

export function RotationSection({ detail, pair, now }: { detail: TokenDetail; pair: PairInUse | null; now: Date }) {
  if (pair === null) return <Predecessor detail={detail} />;
  const { byOld, byNext } = pair;
  const [old, next] = [pair.old.token, pair.next.token];
  return (
    <Card title="Rotation" description="Both secrets work until the old one stops.">
      <div className="grid gap-4 sm:grid-cols-2">
        <Half name="Old secret" token={old} shownId={detail.token.id}>
          <Fact name="Works until">
            {old.expires && (
              <>
                <ExactTime at={old.expires} /> (<RelativeTime at={old.expires} now={now} />)
              </>
            )}
          </Fact>
          <Calls calls={byOld} now={now} />
        </Half>
        <Half name="New secret" token={next} shownId={detail.token.id}>
          <Fact name="Created">
            <RelativeTime at={next.created} now={now} />
          </Fact>
          <Calls calls={byNext} now={now} />
        </Half>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <p className="text-sm">
          {byOld.last
            ? "The old secret has been used since the rotation."
            : "The old secret has not been used since the rotation."}
        </p>
        <ActLink look="secondary" href={`/tokens/${old.id}/rotation/end-overlap`}>
          End overlap now
        </ActLink>
      </div>
    </Card>
  );
}

type HalfProps = { name: string; token: ListedToken; shownId: string; children: ReactNode };

function Half({ name, token: { id, hint, status }, shownId, children }: HalfProps) {
  return (
    <div className="rounded-control border border-line p-4">
      <h3 className="mb-1 flex flex-wrap items-center gap-2 font-medium text-sm">
        {name} <StatusBadge status={status} />
      </h3>
      <p className="mb-3 font-mono text-xs">
        {id === shownId ? (
          <>{hint} (this page)</>
        ) : (
          <Link href={`/tokens/${id}`} className="inline-block min-h-6 text-accent hover:underline">
            {hint}
          </Link>
        )}
      </p>
      <dl className="grid gap-2 text-sm">{children}</dl>
    </div>
  );
}

function Calls({ calls, now }: { calls: CallsSince; now: Date }) {
  return (
    <>
      <Fact name="Requests since the rotation">
        {count(calls.accepted)} accepted, {count(calls.refused)} refused
      </Fact>
      <Fact name="Last seen">
        {calls.last === null ? "Not since the rotation" : <RelativeTime at={calls.last.at} now={now} />}
      </Fact>
      {calls.addresses.length > 0 && (
        <Fact name={calls.addresses.length === 1 ? "Address" : "Addresses"}>
          <span className="font-mono text-xs [overflow-wrap:anywhere]">{calls.addresses.join(", ")}</span>
        </Fact>
      )}
    </>
  );
}

function count({ count, exact }: CallsSince["accepted"]): string {
  return exact ? String(count) : `at least ${count}`;
}

function Predecessor({ detail: { replaces, replacedBy } }: { detail: TokenDetail }) {
  const other = (replacedBy ?? replaces)?.token;
  if (other === undefined) return null;
  return (
    <p className="text-quiet text-sm">
      {replacedBy ? "Replaced by " : "Replaces "}
      <Link href={`/tokens/${other.id}`} className="inline-block min-h-6 font-mono text-accent text-xs hover:underline">
        {other.hint}
      </Link>
    </p>
  );
}
