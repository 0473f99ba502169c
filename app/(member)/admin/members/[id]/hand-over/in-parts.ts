/** More tokens than one request takes are handed over part by part; what has moved stays moved, whatever becomes of the rest. Pure. */
import type { ActionRefusal } from "@/lib/session/action";
import type { Said } from "../../actions";
import type { Moved } from "./actions";

/** Each is a transaction of some milliseconds: a part takes about a second. */
export const PART_SIZE = 50;

type PartSender = {
  send: (part: string[]) => Promise<Moved | Said | ActionRefusal>;
  /** `total`: what has moved by now, and what has not. */
  onProgress: (total: Moved) => void;
  /** Asked before each part but the first. */
  isCancelled: () => boolean;
};

/** `obstacle`: what came in the place of the rest; null where all was answered, or the person cancelled. */
export type MovedInParts = Moved & { rest: string[]; obstacle: Said | ActionRefusal | "no answer" | null };

export const NOTHING_MOVED: Moved = { moved: [], stayed: [] };

export async function handOverInParts(
  tokenIds: readonly string[],
  { send, onProgress, isCancelled }: PartSender,
): Promise<MovedInParts> {
  let total = NOTHING_MOVED;
  for (let from = 0; from < tokenIds.length; from += PART_SIZE) {
    const rest = tokenIds.slice(from);
    if (from > 0 && isCancelled()) return { ...total, rest, obstacle: null };
    const answer = await send(rest.slice(0, PART_SIZE)).catch(() => "no answer" as const);
    if (answer === "no answer" || !("moved" in answer)) return { ...total, rest, obstacle: answer };
    total = { moved: [...total.moved, ...answer.moved], stayed: [...total.stayed, ...answer.stayed] };
    onProgress(total);
  }
  return { ...total, rest: [], obstacle: null };
}
