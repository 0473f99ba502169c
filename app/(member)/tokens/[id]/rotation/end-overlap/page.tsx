import { redirect } from "next/navigation";
import { Confirm } from "@/components/confirm/confirm";
import { endOverlapAction } from "../../actions";
import { openToken } from "../../open-token";
import { formatRequests, loadPair } from "../load-pair";

export const metadata = { title: "End overlap" };

export default async function EndOverlapPage({ params }: PageProps<"/tokens/[id]/rotation/end-overlap">) {
  const { detail, now, page } = await openToken(params);
  const { id, name } = detail.token;
  const href = `/tokens/${id}`;
  const pair = await loadPair(detail);
  if (pair === null) redirect(href);
  const { old, byOld } = pair;
  return (
    <Confirm
      title="End the overlap now?"
      facts={
        <>
          <p>
            The old secret <code className="[overflow-wrap:anywhere]">{old.token.hint}</code> stops with the next
            request. This cannot be undone.
          </p>
          <p>{formatRequests(byOld, now)}</p>
        </>
      }
      action={endOverlapAction}
      fields={{ token: old.token.id }}
      confirmLabel="End overlap"
      page={page}
      back={{ href, label: name }}
      stays
    />
  );
}
