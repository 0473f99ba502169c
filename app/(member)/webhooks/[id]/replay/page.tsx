import { redirect } from "next/navigation";
import { Confirm } from "@/components/confirm/confirm";
import { withNames } from "@/components/ui/text/with-names";
import { shownTarget } from "@/lib/http/outbound-target";
import { countReplay } from "@/lib/webhooks/replay";
import { toReplayStart } from "../../action-input";
import { replayAction } from "../../actions";
import { toProblems } from "../../problems";
import { describeReplay } from "../../webhook-words";
import { openManagedWebhook } from "../open-webhook";

export const metadata = { title: "Replay changes" };

export default async function ReplayPage({ params, searchParams }: PageProps<"/webhooks/[id]/replay">) {
  const { view, row, standing, page, now } = await openManagedWebhook(params);
  const { id, name, url, entityKey, payload, reason, lag } = view;
  const href = `/webhooks/${id}`;
  const { since = "", delivery = "" } = await searchParams;
  const sent = { since: String(since), delivery: String(delivery) };
  const start = toReplayStart(sent);
  if (start === null) redirect(href);
  const count = await countReplay(standing, row, start).catch(toProblems);
  const refusal = count !== null && "problems" in count ? count.problems.map(({ message }) => message).join(" ") : null;
  const sends = count === null || "records" in count ? describeReplay(count, payload) : null;
  const moment = "since" in start ? start.since : null;
  const skips = moment !== null && lag !== null && lag.changes > 0 && now.getTime() - lag.seconds * 1000 < moment;
  return (
    <Confirm
      title={withNames`Replay changes of “${name}”?`}
      facts={
        <div className="grid gap-2 [overflow-wrap:anywhere]">
          <p className="font-medium">{sends}</p>
          <p>
            Sends every record of <code>{entityKey}</code> changed{" "}
            {moment === null ? "in this delivery or after it" : `since ${formatMinute(moment)}`} to{" "}
            <code>{shownTarget(url)}</code> again, in its current state.
          </p>
          {skips && <p>Pending changes from before that time are skipped.</p>}
          {reason === "PAUSED" && <p>The webhook is paused: nothing is sent until you resume it.</p>}
        </div>
      }
      disabledReason={refusal ?? (sends === null ? "The token can see no changes since then: nothing to send." : null)}
      action={replayAction}
      fields={{ webhook: id, ...sent }}
      confirmLabel="Replay changes"
      page={page}
      back={{ href, label: name }}
    />
  );
}

function formatMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
