/**
 * Revokes more tokens than one request takes: part by part, and adds up what came of each. What has been stopped stays stopped,
 * whatever becomes of the rest. Pure, apart from what `send` does.
 */
import type { ActionRefusal } from "@/lib/session/action";
import type { RevokedSeveral } from "./actions";

export const PART_SIZE = 100;

type PartSender = {
  send: (tokenIds: string[]) => Promise<RevokedSeveral | ActionRefusal>;
  onProgress: (answered: number) => void;
  /** Asked before each part but the first. */
  isCancelled: () => boolean;
};

/** `rest`: of which no answer came, or which were not asked for. `obstacle`: why, where the person did not cancel. */
type RevokedInParts = {
  sum: RevokedSeveral;
  rest: string[];
  obstacle: ActionRefusal | "no answer" | null;
};

export const NOTHING_REVOKED: RevokedSeveral = { revoked: 0, before: 0, unknown: 0, failed: [], stopped: null };

/** `sum`: of what has been revoked already, where this goes on. */
export async function revokeInParts(
  tokenIds: readonly string[],
  { send, onProgress, isCancelled }: PartSender,
  sum = NOTHING_REVOKED,
): Promise<RevokedInParts> {
  let total = sum;
  for (let from = 0; from < tokenIds.length; from += PART_SIZE) {
    const rest = tokenIds.slice(from);
    if (from > 0 && isCancelled()) return { sum: total, rest, obstacle: null };
    const answer = await send(rest.slice(0, PART_SIZE)).catch(() => "no answer" as const);
    if (answer === "no answer" || "refused" in answer) return { sum: total, rest, obstacle: answer };
    total = add(total, answer);
    onProgress(Math.min(from + PART_SIZE, tokenIds.length));
  }
  return { sum: total, rest: [], obstacle: null };
}

function add(one: RevokedSeveral, other: RevokedSeveral): RevokedSeveral {
  return {
    revoked: one.revoked + other.revoked,
    before: one.before + other.before,
    unknown: one.unknown + other.unknown,
    failed: [...one.failed, ...other.failed],
    stopped: other.stopped ?? one.stopped,
  };
}
