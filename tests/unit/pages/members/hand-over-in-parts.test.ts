/** Many tokens that are handed over at once: in requests that the action takes, and what has moved is kept wherever it ends. */
import { describe, expect, it } from "vitest";
import type { Moved } from "@/app/(member)/admin/members/[id]/hand-over/actions";
import { handOverInParts } from "@/app/(member)/admin/members/[id]/hand-over/in-parts";
import type { ActionRefusal } from "@/lib/session/action";

const moves = Array.from({ length: 120 }, (_, index) => ({ tokenId: `token ${index}`, toId: "sync" }));
const secretOf = (id: string, owner = "sync") => ({
  name: id,
  owner,
  hint: "service_v1_ab…yz",
  text: `secret of ${id}`,
});

/** Each part is answered with its secrets, up to the part that is answered with `last`. */
function answering(parts: number, last?: ActionRefusal | Error) {
  const sent: string[][] = [];
  const progress: number[] = [];
  const sender = {
    send: async ({ toId, tokenIds }: { toId: string; tokenIds: string[] }): Promise<Moved | ActionRefusal> => {
      if (sent.push(tokenIds) <= parts) return { moved: tokenIds.map((id) => secretOf(id, toId)), stayed: [] };
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
    const { moved, rest, obstacle } = await handOverInParts(moves, sender);
    expect(moved).toEqual(moves.map(({ tokenId }) => secretOf(tokenId)));
    expect([rest, obstacle]).toEqual([[], null]);
    expect(sent.map((part) => part.length)).toEqual([50, 50, 20]);
    expect(progress).toEqual([50, 100, 120]);
  });

  it("sends the tokens of one owner at a time", async () => {
    const { sent, sender } = answering(3);
    const mixed = moves.slice(0, 70).map((move, index) => (index % 10 === 0 ? { ...move, toId: "warehouse" } : move));
    const { moved } = await handOverInParts(mixed, sender);
    expect(sent.map((part) => part.length)).toEqual([7, 50, 13]);
    expect(moved.filter(({ owner }) => owner === "warehouse").map(({ name }) => name)).toEqual(sent[0]);
    expect(new Set(moved.map(({ name }) => name)).size).toBe(70);
  });

  it("keeps the secrets of what has moved where it is refused, or no answer comes", async () => {
    const refused = await handOverInParts(moves, answering(1, { refused: "confirm-identity" }).sender);
    expect([refused.moved.length, refused.rest, refused.obstacle]).toEqual([
      50,
      moves.slice(50),
      { refused: "confirm-identity" },
    ]);
    const lost = await handOverInParts(moves, answering(2, new Error("offline")).sender);
    expect([lost.moved.length, lost.rest, lost.obstacle]).toEqual([100, moves.slice(100), "no answer"]);
  });

  it("sends no other part once somebody has left", async () => {
    const { sent, progress, sender } = answering(3);
    const left = { ...sender, isCancelled: () => progress.length > 0 };
    const { moved, rest, obstacle } = await handOverInParts(moves, left);
    expect([moved.length, rest, obstacle]).toEqual([50, moves.slice(50), null]);
    expect(sent).toHaveLength(1);
  });
});
