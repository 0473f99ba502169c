/** Revokes more tokens than one request accepts. What has been stopped stays stopped, whatever happens to the rest. */
import type { ActionRefusal } from "@/lib/session/action";
import type { RevokedSeveral } from "./actions";

export const PART_SIZE = 100;

type PartSender = {
  send: (tokenIds: string[]) => Promise<RevokedSeveral | ActionRefusal | { mismatch: string }>;
  onProgress: (answered: number) => void;
  /** Checked before each part except the first. */
  isCanceled: () => boolean;
};

/** `rest`: tokens without a response, or that were not sent. `obstacle`: why, unless the person canceled. */
type RevokedInParts = {
  sum: RevokedSeveral;
  rest: string[];
  obstacle: ActionRefusal | { mismatch: string } | "no answer" | null;
};

export const NOTHING_REVOKED: RevokedSeveral = { revoked: 0, before: 0, unknown: 0, failed: [], stopped: null };

/** `sum`: the outcome so far, if this continues an earlier call. */
export async function revokeInParts(
  tokenIds: readonly string[],
  { send, onProgress, isCanceled }: PartSender,
  sum = NOTHING_REVOKED,
): Promise<RevokedInParts> {
  let total = sum;
  for (let from = 0; from < tokenIds.length; from += PART_SIZE) {
    const rest = tokenIds.slice(from);
    if (from > 0 && isCanceled()) return { sum: total, rest, obstacle: null };
    const answer = await send(rest.slice(0, PART_SIZE)).catch(() => "no answer" as const);
    if (answer === "no answer" || "refused" in answer || "mismatch" in answer)
      return { sum: total, rest, obstacle: answer };
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
