/** Hands over tokens in parts, each to one owner. What has moved stays moved, whatever happens to the rest. Pure. */
import type { ActionRefusal } from "@/lib/session/action";
import type { Said } from "../../actions";
import type { Moved } from "./actions";

/** Each token is a transaction of some milliseconds: a part takes about a second. */
export const PART_SIZE = 50;

export type Move = { tokenId: string; toId: string };

type PartSender = {
  send: (part: { toId: string; tokenIds: string[] }) => Promise<Moved | Said | ActionRefusal>;
  /** `total`: what has moved so far, and what has not. */
  onProgress: (total: Moved) => void;
  /** Checked before each part except the first. */
  isCancelled: () => boolean;
};

/** `obstacle`: why the rest was not handed over; null if everything got a response, or the person cancelled. */
export type MovedInParts = Moved & { rest: readonly Move[]; obstacle: Said | ActionRefusal | "no answer" | null };

export const NOTHING_MOVED: Moved = { moved: [], stayed: [] };

export async function handOverInParts(
  moves: readonly Move[],
  { send, onProgress, isCancelled }: PartSender,
): Promise<MovedInParts> {
  let [total, rest] = [NOTHING_MOVED, moves];
  while (rest.length > 0) {
    if (rest !== moves && isCancelled()) return { ...total, rest, obstacle: null };
    const { toId, part, others } = nextPart(rest);
    const answer = await send({ toId, tokenIds: part.map(({ tokenId }) => tokenId) }).catch(() => "no answer" as const);
    if (answer === "no answer" || !("moved" in answer)) return { ...total, rest, obstacle: answer };
    total = { moved: [...total.moved, ...answer.moved], stayed: [...total.stayed, ...answer.stayed] };
    rest = others;
    onProgress(total);
  }
  return { ...total, rest: [], obstacle: null };
}

/** The first tokens of the next owner, as many as a request accepts. */
function nextPart(moves: readonly Move[]) {
  const toId = moves[0]?.toId ?? "";
  const part = moves.filter((move) => move.toId === toId).slice(0, PART_SIZE);
  const isInPart = new Set(part);
  return { toId, part, others: moves.filter((move) => !isInPart.has(move)) };
}
