/** The confirm page for replaying a webhook: what would be sent, where to, and what would not. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { shownTarget } from "@/lib/http/outbound";
import type { Parameters } from "@/lib/session/page-address";
import { countReplay } from "@/lib/webhooks/replay";
import { replayAction } from "../../actions";
import { toProblems } from "../../problems";
import { describeReplay } from "../../webhook-words";
import { openManagedWebhook, type WebhookParams } from "../open-webhook";

export const metadata: Metadata = { title: "Replay changes" };

type ReplayParams = WebhookParams & { searchParams: Promise<Parameters> };

export default async function ReplayPage({ params, searchParams }: ReplayParams) {
  const { shown, row, standing, page, now } = await openManagedWebhook(params);
  const { id, name, url, entityKey, payload, reason, lag } = shown.view;
  const href = `/webhooks/${id}`;
  const text = String([(await searchParams).since].flat()[0]);
  const since = Date.parse(`${text}Z`);
  if (Number.isNaN(since)) redirect(href);
  const count = await countReplay(standing, row, since).catch(toProblems);
  const refusal = count !== null && "problems" in count ? count.problems.map(({ message }) => message).join(" ") : null;
  const sends = count === null || "records" in count ? describeReplay(count, payload) : null;
  const skips = lag !== null && lag.changes > 0 && now.getTime() - lag.seconds * 1000 < since;
  return (
    <ConfirmPage
      title={
        <>
          Replay changes of “<bdi>{name}</bdi>”?
        </>
      }
      facts={
        <div className="grid gap-2 [overflow-wrap:anywhere]">
          <p className="font-medium">{sends}</p>
          <p>
            <code>{shownTarget(url)}</code> gets every record of <code>{entityKey}</code> changed since{" "}
            {new Date(since).toISOString().slice(0, 16).replace("T", " ")} UTC again, in its current state.
          </p>
          {skips && <p>Changes before that time which are still waiting are not sent.</p>}
          {reason === "PAUSED" && <p>The webhook is paused: nothing is sent until you resume it.</p>}
        </div>
      }
      disabledReason={refusal ?? (sends === null ? "The token can see no changes since then: nothing to send." : null)}
      action={replayAction}
      fields={{ webhook: id, since: text }}
      confirmLabel="Replay changes"
      page={page}
      back={{ href, label: name }}
    />
  );
}
