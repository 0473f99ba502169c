/** Many tokens that are handed over at once: in requests that the action takes, and what has moved is kept wherever it ends. */
import { describe, expect, it } from "vitest";
import type { Moved } from "@/app/(member)/admin/members/[id]/hand-over/actions";
import { handOverInParts } from "@/app/(member)/admin/members/[id]/hand-over/in-parts";
import type { ActionRefusal } from "@/lib/session/action";

const ids = Array.from({ length: 120 }, (_, index) => `token ${index}`);
const secretOf = (id: string) => ({ name: id, hint: "service_v1_ab…yz", text: `secret of ${id}` });

/** Each part is answered with its secrets, up to the part that is answered with `last`. */
function answering(parts: number, last?: ActionRefusal | Error) {
  const sent: string[][] = [];
  const progress: number[] = [];
  const sender = {
    send: async (part: string[]): Promise<Moved | ActionRefusal> => {
      if (sent.push(part) <= parts) return { moved: part.map(secretOf), stayed: [] };
      if (last === undefined || last instanceof Error) throw last;
      return last;
    },
    onProgress: ({ moved }: Moved) => progress.push(moved.length),
    isCancelled: () => false,
  };
  return { sent, progress, sender };
}

describe("handing over more tokens than go in one request", () => {
  it("sends each once, fifty at a time, and tells of each part as soon as it has moved", async () => {
    const { sent, progress, sender } = answering(3);
    const { moved, rest, obstacle } = await handOverInParts(ids, sender);
    expect(moved).toEqual(ids.map(secretOf));
    expect([rest, obstacle]).toEqual([[], null]);
    expect(sent.map((part) => part.length)).toEqual([50, 50, 20]);
    expect(progress).toEqual([50, 100, 120]);
  });

  it("keeps the secrets of what has moved where it is refused, or no answer comes", async () => {
    const refused = await handOverInParts(ids, answering(1, { refused: "confirm-identity" }).sender);
    expect([refused.moved.length, refused.rest, refused.obstacle]).toEqual([
      50,
      ids.slice(50),
      { refused: "confirm-identity" },
    ]);
    const lost = await handOverInParts(ids, answering(2, new Error("offline")).sender);
    expect([lost.moved.length, lost.rest, lost.obstacle]).toEqual([100, ids.slice(100), "no answer"]);
  });

  it("sends no other part once somebody has left", async () => {
    const { sent, progress, sender } = answering(3);
    const left = { ...sender, isCancelled: () => progress.length > 0 };
    const { moved, rest, obstacle } = await handOverInParts(ids, left);
    expect([moved.length, rest, obstacle]).toEqual([50, ids.slice(50), null]);
    expect(sent).toHaveLength(1);
  });
});
