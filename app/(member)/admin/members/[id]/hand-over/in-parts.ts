/** More tokens than one request takes are handed over part by part; what has moved stays moved, whatever becomes of the rest. Pure. */
import type { ActionRefusal } from "@/lib/session/action";
import type { Said } from "../../actions";
import type { Moved } from "./actions";

/** Each is a transaction of some milliseconds: a part takes about a second. */
export const PART_SIZE = 50;

type Answer = Moved | Said | ActionRefusal;

/** `obstacle`: what came in the place of the rest; null where all was answered. */
export type MovedInParts = Moved & { rest: string[]; obstacle: Said | ActionRefusal | "no answer" | null };

const NOTHING_MOVED: Moved = { moved: [], stayed: [] };

export async function handOverInParts(
  tokenIds: readonly string[],
  send: (part: string[]) => Promise<Answer>,
): Promise<MovedInParts> {
  let total = NOTHING_MOVED;
  for (let from = 0; from < tokenIds.length; from += PART_SIZE) {
    const rest = tokenIds.slice(from);
    const answer = await send(rest.slice(0, PART_SIZE)).catch(() => "no answer" as const);
    if (answer === "no answer" || !("moved" in answer)) return { ...total, rest, obstacle: answer };
    total = { moved: [...total.moved, ...answer.moved], stayed: [...total.stayed, ...answer.stayed] };
  }
  return { ...total, rest: [], obstacle: null };
}
