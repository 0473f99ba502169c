/** Many tokens at once: in calls that the action takes, and with a sum that is true wherever it ends. */
import { describe, expect, it } from "vitest";
import type { RevokedSeveral } from "@/app/(member)/admin/tokens/actions";
import { NOTHING_REVOKED, revokeInParts } from "@/app/(member)/admin/tokens/revoke-in-parts";
import type { ActionRefusal } from "@/lib/session/action";

const ids = Array.from({ length: 250 }, (_, index) => `token ${index}`);
const AT = new Date("2026-11-21T10:00:00.000Z");
const stopped = (revoked: number): RevokedSeveral => ({ ...NOTHING_REVOKED, revoked, stopped: AT });

/** Answers one part after the other; an Error is no answer. */
function answering(answers: (RevokedSeveral | ActionRefusal | Error)[]) {
  const sent: string[][] = [];
  const progress: number[] = [];
  const sender = {
    send: async (part: string[]) => {
      const answer = answers[sent.push(part) - 1];
      if (answer === undefined || answer instanceof Error) throw answer;
      return answer;
    },
    onProgress: (answered: number) => progress.push(answered),
    isCanceled: () => false,
  };
  return { sent, progress, sender };
}

describe("revoking more tokens than fit in one call", () => {
  it("sends each once, a hundred at a time, and adds up", async () => {
    const { sent, progress, sender } = answering([
      stopped(100),
      { revoked: 0, before: 98, unknown: 1, failed: ["token 7"], stopped: null },
      stopped(50),
    ]);
    expect(await revokeInParts(ids, sender)).toEqual({
      sum: { revoked: 150, before: 98, unknown: 1, failed: ["token 7"], stopped: AT },
      rest: [],
      obstacle: null,
    });
    expect(sent.map((part) => part.length)).toEqual([100, 100, 50]);
    expect(sent.flat()).toEqual(ids);
    expect(progress).toEqual([100, 200, 250]);
  });

  it("stops if no response comes, and reports that part as unknown", async () => {
    const { sender } = answering([stopped(100), new Error("offline")]);
    expect(await revokeInParts(ids, sender)).toEqual({
      sum: stopped(100),
      rest: ids.slice(100),
      obstacle: "no answer",
    });
  });

  it("sends no other part once it is canceled", async () => {
    const { sent, progress, sender } = answering([stopped(100), stopped(100), stopped(50)]);
    const canceled = { ...sender, isCanceled: () => progress.length > 0 };
    expect(await revokeInParts(ids, canceled)).toEqual({ sum: stopped(100), rest: ids.slice(100), obstacle: null });
    expect(sent).toHaveLength(1);
  });
});
