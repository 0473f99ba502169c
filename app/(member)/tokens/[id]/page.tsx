/** A token at a glance: its secrets, what it is, how it is used, and what went wrong. */
import type { Metadata } from "next";
import { parsePeriod } from "@/components/usage/periods";
import { mergeUsage, usageOf } from "@/lib/call-log/usage";
import { recentRefusals, urgentFirst } from "@/lib/explanation/explain";
import { publicOrigin } from "@/lib/http/origin";
import type { Parameters } from "@/lib/session/page-address";
import { ofEachVersion } from "@/lib/tokens/read/versions";
import { Facts } from "./facts";
import { openToken, type TokenParams } from "./open-token";
import { RefusalsSection } from "./requests/refusals-section";
import { loadPair } from "./rotation/load-pair";
import { RotationSection } from "./rotation/rotation-section";
import { TokenFrame } from "./token-frame";
import { TrySection } from "./try-section";
import { UsageSection } from "./usage/usage-section";

export const metadata: Metadata = { title: "Token" };

/** More causes than these are found in the request log. */
const SHOWN_CAUSES = 5;

type TokenPageProps = TokenParams & { searchParams: Promise<Parameters> };

export default async function TokenPage({ params, searchParams }: TokenPageProps) {
  const opened = await openToken(params);
  const { detail, versions, now, page } = opened;
  const { token, access } = detail;
  const period = parsePeriod((await searchParams).period) ?? "24h";
  const pair = await loadPair(detail);
  const usage = mergeUsage(await ofEachVersion(versions, (version) => usageOf(version, period, now)));
  const refusals = urgentFirst((await ofEachVersion(versions, (version) => recentRefusals(version))).flat());
  return (
    <TokenFrame opened={opened} current="">
      <RotationSection detail={detail} pair={pair} now={now} page={page} />
      <Facts token={token} access={access} now={now} />
      <UsageSection tokenId={token.id} usage={usage} period={period} secrets={versions.length} />
      <RefusalsSection refusals={refusals.slice(0, SHOWN_CAUSES)} now={now} />
      {opened.isManaged && token.state === "active" && <TrySection access={access} origin={publicOrigin()} />}
    </TokenFrame>
  );
}
