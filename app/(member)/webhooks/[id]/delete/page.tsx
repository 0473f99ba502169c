import { Confirm } from "@/components/confirm/confirm";
import { withNames } from "@/components/ui/text/with-names";
import { shownTarget } from "@/lib/http/outbound-target";
import { deleteAction } from "../../actions";
import { formatLag, listOf } from "../../webhook-words";
import { openWebhook } from "../open-webhook";

export const metadata = { title: "Delete webhook" };

export default async function DeletePage({ params }: PageProps<"/webhooks/[id]/delete">) {
  const { view, page, isManaged } = await openWebhook(params);
  const { id, name, url, entityKey, lag } = view;
  return (
    <Confirm
      title={withNames`Delete “${name}”?`}
      facts={
        <p className="[overflow-wrap:anywhere]">
          <code>{shownTarget(url)}</code> gets no more changes of <code>{entityKey}</code>
          {lag !== null && lag.changes > 0 && `, nor its backlog of ${formatLag(lag)}`}. A new webhook has another
          secret, and begins with what changes from then on. To stop for a while, pause it instead.
        </p>
      }
      action={deleteAction}
      fields={{ webhook: id, list: listOf(isManaged) }}
      confirmLabel="Delete webhook"
      page={page}
      back={{ href: `/webhooks/${id}`, label: name }}
    />
  );
}
