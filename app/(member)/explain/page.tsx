/** Explains why a request got its response, by its request id. Only for those who can see the token; the API reveals less. */
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Fact } from "@/components/ui/text/fact";
import { ExactTime, RelativeTime } from "@/components/ui/time/time";
import { type ExplainedDelivery, explainDelivery } from "@/lib/explanation/delivery";
import { explainRequest } from "@/lib/explanation/explain";
import { LOGGED_DAYS } from "@/lib/limits";
import type { Member } from "@/lib/model";
import { env } from "@/lib/process/env";
import { addressOf } from "@/lib/session/page-address";
import { requireMember } from "@/lib/session/visitor";
import { isKeeper } from "@/lib/tokens/read/visibility";
import { REQUEST_LOG } from "../requests/requests-address";
import { WebhookBadge } from "../webhooks/webhook-badge";
import { describeTrouble, formatAttempt, formatLag } from "../webhooks/webhook-words";
import { ExplainForm } from "./explain-form";
import { ExplainedRequest, Outcome } from "./explained-request";
import { readRequestId } from "./read-request-id";

export const metadata = { title: "Explain a request" };

export default async function ExplainPage({ searchParams }: PageProps<"/explain">) {
  const { member } = await requireMember();
  const { request = "" } = await searchParams;
  const pasted = readRequestId([request].flat()[0] ?? "");
  const requestId = pasted.kind === "request id" ? pasted.requestId : null;
  const explanation = requestId === null ? null : await explainRequest(requestId, member);
  const delivery = requestId === null || explanation !== null ? null : await explainDelivery(requestId, member);
  return (
    <>
      <PageHeader
        title="Explain a request"
        description="Every API response has an x-request-id. Paste it to see which check refused the request and how to fix it."
      />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <ExplainForm requestId={requestId ?? ""} startsWithToken={pasted.kind === "token"} />
        {/* Rendered from the start, so that screen readers announce changes. */}
        <div role="status">
          {requestId !== null && explanation === null && delivery === null && (
            <NotFound whose={await whoseTokens(member)} />
          )}
          {explanation !== null && <Outcome explanation={explanation} />}
          {delivery !== null && <DeliveryOutcome explained={delivery} />}
        </div>
        {explanation !== null && <ExplainedRequest explanation={explanation} />}
        {delivery !== null && <ExplainedWebhook explained={delivery} now={new Date()} />}
        {requestId === null && <WhereItIs />}
      </div>
    </>
  );
}

function WhereItIs() {
  return (
    <Card title="Where to find the request ID">
      <ul className="grid gap-2 text-sm">
        <li>
          In the <code>x-request-id</code> header of the response: <code>curl --include</code> prints it.
        </li>
        <li>
          In the body of an error, as <code>error.requestId</code>.
        </li>
        <li>
          Or start from{" "}
          <Link
            href={addressOf(REQUEST_LOG, { callClass: "refused" })}
            className="text-accent underline underline-offset-4"
          >
            refused requests in the log
          </Link>
          : each leads here.
        </li>
        <li>
          For a delivery, paste its <code>webhook-id</code> (<code>msg_…</code>), or the id of the webhook.
        </li>
      </ul>
    </Card>
  );
}

async function whoseTokens(member: Member): Promise<string> {
  if (member.admin) return "of the organization";
  return (await isKeeper(member)) ? "of yours and of the service accounts that you manage" : "of yours";
}

/** One text for ids that do not exist, requests of others, and requests that are not kept. */
function NotFound({ whose }: { whose: string }) {
  return (
    <Notice tone="warn" title="No such request">
      Requests of tokens {whose} can be explained within seconds, and for {LOGGED_DAYS} days. Very busy hours are
      sampled. A request refused with 401 INVALID_TOKEN belongs to no token: check that you sent the whole token as{" "}
      <code>Authorization: Bearer</code>.
    </Notice>
  );
}

function DeliveryOutcome({ explained: { webhook, attempts } }: { explained: ExplainedDelivery }) {
  const { view } = webhook;
  const trouble = describeTrouble(view, env().CHANGES_RETENTION_DAYS);
  const [last] = attempts ?? [];
  const isDelivered = last?.outcome === "delivered";
  return (
    <Card>
      <div className="mb-2 empty:hidden">
        <WebhookBadge webhook={view} />
      </div>
      <h2 className="font-semibold text-lg leading-snug [overflow-wrap:anywhere]">
        {titleOf(attempts, trouble?.title)}
      </h2>
      {last && (
        <p className="mt-1">
          <ExactTime at={last.at} />: {formatAttempt(last)}.
        </p>
      )}
      {!isDelivered && (
        <p className="mt-2 [overflow-wrap:anywhere]">
          <span className="font-medium">What to do: </span>
          {trouble === null
            ? NOTHING_WRONG
            : attempts === null
              ? trouble.advice
              : `${trouble.title}. ${trouble.advice}`}
        </p>
      )}
    </Card>
  );
}

const NOTHING_WRONG =
  "Nothing is wrong here. A change that the token cannot see is not sent: compare with the list of records, read with the same token. Several changes of one record can come as one.";

function titleOf(attempts: ExplainedDelivery["attempts"], trouble: string | undefined): string {
  if (attempts === null || attempts.length === 0) return trouble ?? "This webhook delivers";
  const count = attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
  if (attempts[0]?.outcome === "delivered") return `Delivered, after ${count}`;
  return trouble === undefined ? `Not accepted, after ${count}` : `Not delivered yet, after ${count}`;
}

function ExplainedWebhook({ explained: { webhook }, now }: { explained: ExplainedDelivery; now: Date }) {
  const { view, token } = webhook;
  const { id, name, entityKey, lag, nextAttempt } = view;
  return (
    <Card title="The webhook">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="Webhook">
          <Link href={`/webhooks/${id}`} className="inline-block min-h-6 text-accent hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </Fact>
        <Fact name="Token">
          <Link href={`/tokens/${token.token.id}`} className="inline-block min-h-6 text-accent hover:underline">
            <bdi>{token.token.name}</bdi>
          </Link>
        </Fact>
        <Fact name="Entity">
          <code className="text-sm">{entityKey}</code>
        </Fact>
        <Fact name="Backlog">{formatLag(lag) ?? "Not known"}</Fact>
        {nextAttempt !== null && (
          <Fact name="Next attempt">
            <RelativeTime at={new Date(nextAttempt)} now={now} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}
