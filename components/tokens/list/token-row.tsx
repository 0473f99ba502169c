"use client";
/** One token in the list. Those that it replaces and that still work follow it, marked as its own. */
import clsx from "clsx";
import { CornerDownRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { summarizeScopes } from "@/lib/tokens/scopes";
import { hasEnded } from "@/lib/tokens/status";
import { Cell, Row, RowHeader } from "../../ui/table";
import { ExactDay, RelativeTime } from "../../ui/time";
import { Sparkline } from "../sparkline";
import { StatusBadge, TroubleBadges } from "../status-badge";
import type { TokenItem } from "./token-item";

type TokenRowProps = {
  item: TokenItem;
  now: Date;
  /** "old": replaced by the one above, and still working. */
  place: "single" | "new" | "old";
  /** An organisation's list names owners, one owner's does not. */
  scope: "own" | "organization";
  /** Before the name: a checkbox, where tokens can be chosen. */
  lead?: ReactNode;
};

export function TokenRow({ item, now, place, scope, lead }: TokenRowProps) {
  const isOver = hasEnded(item.status);
  return (
    <Row
      className={clsx(
        "cursor-pointer hover:bg-canvas",
        place === "old" && "border-t-0 @3xl:border-t-0",
        isOver && "bg-canvas",
      )}
    >
      <RowHeader className="@3xl:w-1/3 @5xl:w-auto">
        <div className={clsx("flex items-start gap-2", place === "old" && "pl-1")}>
          {place === "old" && <CornerDownRight aria-hidden className="mt-1 size-4 shrink-0 text-quiet" />}
          {lead}
          <div className="min-w-0">
            <Link
              href={`/tokens/${item.id}`}
              prefetch={false}
              className="inline-block min-h-6 rounded-sm font-medium [overflow-wrap:anywhere] hover:text-accent hover:underline"
            >
              <bdi>{item.name}</bdi>
            </Link>
            {place === "old" && <p className="text-quiet">Still works beside the one above, which replaces it.</p>}
            {place !== "old" && item.purpose && (
              <p className="line-clamp-2 @3xl:line-clamp-1 text-quiet [overflow-wrap:anywhere]">
                <bdi>{item.purpose}</bdi>
              </p>
            )}
            <p className="font-mono text-quiet text-xs">{item.hint}</p>
          </div>
        </div>
      </RowHeader>
      {scope === "organization" && (
        <Cell label="Owner" className="[overflow-wrap:anywhere]">
          <bdi>{item.owner.name}</bdi>
        </Cell>
      )}
      <Cell label="Access">{summarizeScopes(item.scopes)}</Cell>
      <Cell label="Last used">
        <LastUsed item={item} now={now} />
      </Cell>
      <Cell label="30 days" className="@3xl:min-w-28">
        {item.days ? <Sparkline days={item.days} /> : <span className="text-quiet">No requests</span>}
      </Cell>
      <Cell label={place === "old" ? "Works until" : "Expires"}>
        <End item={item} now={now} />
      </Cell>
      <Cell label="Status">
        <span className="flex min-h-6 flex-wrap items-center gap-1">
          <StatusBadge status={item.status} />
          {item.trouble && <TroubleBadges trouble={item.trouble} />}
        </span>
      </Cell>
    </Row>
  );
}

function LastUsed({ item: { lastUsed, lastUsedAddress }, now }: { item: TokenItem; now: Date }) {
  if (lastUsed === null) return <span className="text-quiet">Never</span>;
  return (
    <span className="inline-flex flex-col">
      <RelativeTime at={lastUsed} now={now} />
      <span className="font-mono text-quiet text-xs [overflow-wrap:anywhere]">
        <span className="sr-only">from </span>
        {lastUsedAddress}
      </span>
    </span>
  );
}

function End({ item: { revoked, expires, status }, now }: { item: TokenItem; now: Date }) {
  if (revoked !== null) {
    return (
      <span className="text-quiet">
        Revoked <RelativeTime at={revoked} now={now} />
      </span>
    );
  }
  if (expires === null) return <span className="text-quiet">Never</span>;
  return <ExactDay at={expires} className={status === "expires soon" ? "font-medium text-warn" : undefined} />;
}
