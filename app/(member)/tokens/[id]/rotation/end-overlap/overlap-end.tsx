import type { Confirmation } from "@/components/confirm/confirm-form";
import { endOverlapAction } from "../../actions";
import { formatRequests, type PairInUse } from "../load-pair";

export function overlapEndOf({ old, byOld }: PairInUse, now: Date): Confirmation<{ stopped: Date }> {
  const { id, hint } = old.token;
  return {
    title: "End the overlap now?",
    facts: (
      <>
        <p>
          The old secret <code className="[overflow-wrap:anywhere]">{hint}</code> stops with the next request. This
          cannot be undone.
        </p>
        <p>{formatRequests(byOld, now)}</p>
      </>
    ),
    action: endOverlapAction,
    fields: { token: id },
    confirmLabel: "End overlap",
  };
}
