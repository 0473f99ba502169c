/** A rotation whose answer was lost on the way: what may have happened, and how to find out. Claims neither. */
import { Notice } from "@/components/ui/notice";
import type { OverlapSeconds } from "@/lib/tokens/policy";

/** `overlapSeconds`: that were asked for. */
export function NoAnswer({ overlapSeconds }: { overlapSeconds: OverlapSeconds }) {
  return (
    <Notice tone="warn" role="alert" title="It is not known whether the token was rotated">
      No answer came back. {overlapSeconds === 0 && "If it was rotated, the old secret has stopped already. "}
      Load this page again: it either offers the rotation again, because nothing was changed, or names the token that
      was made in this one’s place. The secret of that one got lost on the way: rotate that one, and it gets another.
    </Notice>
  );
}
