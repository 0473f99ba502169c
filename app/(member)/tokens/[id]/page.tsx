/** A token: what it is, what it can do now, how it is used, and what was done to it. Its secret is not here, nor anywhere. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LiveRefresh } from "@/components/live/live-refresh";
import { parsePeriod } from "@/components/usage/periods";
import { publicOrigin } from "@/lib/http/origin";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { isOwn } from "@/lib/tokens/visible-token";
import { AccessSection, UnusedNotice } from "./access/access-section";
import { Facts } from "./facts";
import { HistorySection } from "./history/history-section";
import { loadToken } from "./load-token";
import { RefusalsSection, RequestsSection } from "./requests/requests-section";
import { StoppedNotice } from "./revoke/stopped-notice";
import { StoppedProvider } from "./revoke/stopped-provider";
import { RotationSection } from "./rotation/rotation-section";
import { TokenHeader } from "./token-header";
import { TrySection } from "./try-section";
import { UsageSection } from "./usage/usage-section";

export const metadata: Metadata = { title: "Token" };

/** Recorded requests are a second or two behind by themselves. */
const REFRESH_SECONDS = 5;

type TokenPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function TokenPage({ params, searchParams }: TokenPageProps) {
  const { member, organization } = await requireMember();
  const [{ id }, query] = [await params, await searchParams];
  const [now, period] = [new Date(), parsePeriod(query.period) ?? "24h"];
  const data = await loadToken({ id, member, period, now });
  if (data === null) notFound();
  const { detail, usage } = data;
  const { token, access } = detail;
  const own = isOwn(detail);
  return (
    <StoppedProvider>
      <TokenHeader detail={detail} isOwn={own} now={now} page={pageMemberOf({ member, organization })} />
      <div className="grid grid-cols-1 gap-6">
        <StoppedNotice token={token} accepted={data.accepted} />
        <RotationSection detail={detail} pair={data.pair} now={now} page={pageMemberOf({ member, organization })} />
        <Facts token={token} access={access} now={now} />
        <UsageSection tokenId={id} usage={usage} period={period} />
        <RefusalsSection refusals={data.refusals} now={now} />
        <AccessSection detail={detail} isOwn={own}>
          {own && <UnusedNotice tokenId={id} unused={data.unused} />}
        </AccessSection>
        <RequestsSection
          calls={data.calls}
          shown={query.calls === "all" ? "all" : "first"}
          allHref={`/tokens/${id}?period=${period}&calls=all`}
          logHref={`/requests?token=${id}`}
        />
        <HistorySection entries={data.history} replaces={detail.replaces?.token.hint ?? null} />
        {own && token.state === "active" && <TrySection access={access} origin={publicOrigin()} />}
      </div>
      <LiveRefresh seconds={REFRESH_SECONDS} />
    </StoppedProvider>
  );
}
