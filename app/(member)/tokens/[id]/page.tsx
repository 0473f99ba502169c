import { Plus } from "lucide-react";
import { RequestToCopy } from "@/components/tokens/request-to-copy";
import { ENVIRONMENT_VARIABLE, firstRequests } from "@/components/tokens/secret-lines";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { inDigits } from "@/components/ui/text/digits";
import { Fact } from "@/components/ui/text/fact";
import { exactDay } from "@/components/ui/time/relative-time";
import { RelativeTime } from "@/components/ui/time/time";
import { PERIOD_LABELS } from "@/components/usage/chart-words";
import { Periods, parsePeriod } from "@/components/usage/periods";
import { UsageFigures } from "@/components/usage/usage-figures";
import { startOfPeriod, type TokenUsage, type UsagePeriod, usageOf } from "@/lib/call-log/usage";
import { errorsByCode } from "@/lib/explanation/error-causes";
import { publicOrigin } from "@/lib/http/origin";
import { capitalized } from "@/lib/messages/cut-text";
import { readerZone } from "@/lib/session/reader-zone";
import { describeLimits, limitNames } from "@/lib/tokens/limit-words";
import { type EntityEffect, requestLimitOf, type TokenDetail } from "@/lib/tokens/read/detail";
import type { ListedToken } from "@/lib/tokens/read/list";
import { listWebhooksOf } from "@/lib/webhooks/of-member";
import { ErrorsList } from "../../explain/errors-list";
import { WebhookTable } from "../../webhooks/webhook-table";
import { firstEntityOf, type OpenedToken, openToken } from "./open-token";
import { loadPair } from "./rotation/load-pair";
import { RotationSection } from "./rotation/rotation-section";
import { TokenFrame } from "./token-frame";

export const metadata = { title: "Token" };

export default async function TokenPage({ params, searchParams }: PageProps<"/tokens/[id]">) {
  const opened = await openToken(params);
  const { detail, versions, now } = opened;
  const { token, access } = detail;
  const period = parsePeriod((await searchParams).period);
  const pair = await loadPair(detail);
  const usage = await usageOf(versions, period, now);
  const { refused, limited, failed } = usage.total;
  const errors = await errorsByCode(versions, usage, startOfPeriod(period, now));
  return (
    <TokenFrame opened={opened} current="">
      <RotationSection detail={detail} pair={pair} now={now} />
      <Facts token={token} access={access} now={now} />
      <UsageSection opened={opened} usage={usage} period={period} />
      {errors.length > 0 && (
        <Card title="Errors by cause" description={`In ${PERIOD_LABELS[period].long}, with the most frequent reasons`}>
          <ErrorsList {...{ errors, now }} all={refused + limited + failed} search={{ tokenId: token.id, period }} />
        </Card>
      )}
      <WebhooksSection opened={opened} />
      {opened.isManaged && token.state === "active" && <TrySection detail={detail} origin={publicOrigin()} />}
    </TokenFrame>
  );
}

type UsageSectionProps = { opened: OpenedToken; usage: TokenUsage; period: UsagePeriod };

function UsageSection({ opened: { detail, versions }, usage, period }: UsageSectionProps) {
  const { id, limits } = detail.token;
  const secrets = versions.length > 1 ? ` with all ${versions.length} secrets` : "";
  return (
    <Card
      title="Usage"
      description={`Requests in ${PERIOD_LABELS[period].long}${secrets}, by response`}
      actions={<Periods path={`/tokens/${id}`} period={period} />}
    >
      <UsageFigures usage={usage} period={period} />
      {usage.peak > 0 && (
        <p className="mt-3 text-sm">
          <span className="text-quiet">Peak usage: </span>
          {inDigits(usage.peak)} of {inDigits(requestLimitOf(limits))} requests per minute
          {usage.total.limited > 0 && <span className="text-warn">, {inDigits(usage.total.limited)} rate-limited</span>}
        </p>
      )}
    </Card>
  );
}

async function WebhooksSection({ opened: { detail, isManaged, now } }: { opened: OpenedToken }) {
  const { token, owner, viewer } = detail;
  const webhooks = await listWebhooksOf({ organizationId: owner.organizationId, tokenId: token.id });
  if (webhooks.length === 0) return null;
  return (
    <section aria-labelledby="webhooks">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="webhooks" className="font-semibold text-base">
          Webhooks
        </h2>
        {isManaged && token.state === "active" && (
          <LinkButton icon={Plus} href={`/webhooks/new?token=${token.id}`} size="small">
            New webhook
          </LinkButton>
        )}
      </div>
      <WebhookTable webhooks={webhooks} now={now} viewerId={viewer.id} ofToken />
    </section>
  );
}

/** Requests to copy, with a variable in place of the secret, which is not stored anywhere. */
function TrySection({ detail, origin }: { detail: TokenDetail; origin: string }) {
  return (
    <Card
      title="Try it"
      description={
        <>
          Put the secret into <code>{ENVIRONMENT_VARIABLE}</code> first. It was shown once and cannot be shown again: if
          it is lost, rotate the token.
        </>
      }
    >
      <div className="grid gap-4">
        {firstRequests(firstEntityOf(detail)).map(({ title, path }) => (
          <RequestToCopy
            key={path}
            label={title}
            title={<h3 className="font-medium text-sm">{title}</h3>}
            origin={origin}
            path={path}
          />
        ))}
      </div>
    </Card>
  );
}

function Facts({ token, access, now }: { token: ListedToken; access: readonly EntityEffect[]; now: Date }) {
  const { owner, created, expires, revoked, lastUsed, lastUsedAddress } = token;
  const limits = describeLimits(token.limits, limitNames(access));
  const isPast = expires !== null && expires <= now;
  const [endName, end] = revoked ? ["Revoked", revoked] : [isPast ? "Expired" : "Expires", expires];
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
        <Fact name={endName}>{end === null ? "Never" : <Moment at={end} now={now} />}</Fact>
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

function Moment({ at, now }: { at: Date; now: Date }) {
  return (
    <>
      <RelativeTime at={at} now={now} />
      <span className="block text-quiet text-sm">{exactDay(at, readerZone())}</span>
    </>
  );
}
