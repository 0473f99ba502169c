/** A token at a glance: its secrets, its properties, its use, and what went wrong. */
import type { Metadata } from "next";
import { parsePeriod } from "@/components/usage/periods";
import { mergeUsage, startOfPeriod, usageOf } from "@/lib/call-log/usage";
import { errorsByCode } from "@/lib/explanation/errors-by-code";
import { publicOrigin } from "@/lib/http/origin";
import type { Parameters } from "@/lib/session/page-address";
import { ofEachVersion } from "@/lib/tokens/read/versions";
import { requestLimitOf } from "@/lib/tokens/request-limit";
import { listWebhooksOf } from "@/lib/webhooks/of-member";
import { Facts } from "./facts";
import { openToken, type TokenParams } from "./open-token";
import { ErrorsSection } from "./requests/errors-section";
import { loadPair } from "./rotation/load-pair";
import { RotationSection } from "./rotation/rotation-section";
import { TokenFrame } from "./token-frame";
import { TrySection } from "./try-section";
import { UsageSection } from "./usage/usage-section";
import { WebhooksSection } from "./webhooks-section";

export const metadata: Metadata = { title: "Token" };

type TokenPageProps = TokenParams & { searchParams: Promise<Parameters> };

export default async function TokenPage({ params, searchParams }: TokenPageProps) {
  const opened = await openToken(params);
  const { detail, versions, now, page } = opened;
  const { token, access } = detail;
  const period = parsePeriod((await searchParams).period) ?? "24h";
  const pair = await loadPair(detail);
  const usage = mergeUsage(await ofEachVersion(versions, (version) => usageOf(version, period, now)));
  const webhooks = await listWebhooksOf({ organizationId: detail.owner.organizationId, tokenId: token.id });
  const errors = await errorsByCode(versions, usage, startOfPeriod(period, now));
  return (
    <TokenFrame opened={opened} current="">
      <RotationSection detail={detail} pair={pair} now={now} page={page} />
      <Facts token={token} access={access} now={now} />
      <UsageSection
        tokenId={token.id}
        usage={usage}
        period={period}
        secrets={versions.length}
        limitPerMinute={requestLimitOf(token.limits)}
      />
      <ErrorsSection tokenId={token.id} errors={errors} usage={usage} period={period} now={now} />
      <WebhooksSection opened={opened} webhooks={webhooks} />
      {opened.isManaged && token.state === "active" && <TrySection detail={detail} origin={publicOrigin()} />}
    </TokenFrame>
  );
}
