import type { Confirmation } from "@/components/confirm/confirm-form";
import { withNames } from "@/components/ui/text/with-names";
import { shownTarget } from "@/lib/http/outbound";
import type { WebhookView } from "@/lib/webhooks/read";
import { deleteAction } from "../../actions";
import type { WebhookList } from "../../webhook-words";
import { formatLag } from "../../webhook-words";

type Deletable = Pick<WebhookView, "id" | "name" | "url" | "entityKey" | "lag">;

export function deletionOf(
  { id, name, url, entityKey, lag }: Deletable,
  list: WebhookList,
): Confirmation<{ deleted: boolean }> {
  return {
    title: withNames`Delete “${name}”?`,
    facts: (
      <p className="[overflow-wrap:anywhere]">
        <code>{shownTarget(url)}</code> gets no more changes of <code>{entityKey}</code>
        {lag !== null && lag.changes > 0 && `, nor its backlog of ${formatLag(lag)}`}. A new webhook has another secret,
        and begins with what changes from then on. To stop for a while, pause it instead.
      </p>
    ),
    action: deleteAction,
    fields: { webhook: id, list },
    confirmLabel: "Delete webhook",
  };
}
