/** A body in pieces, and how much of it is left to be sent. */
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, it } from "vitest";
import { inPieces } from "@/lib/http/compression";

it("what a slow reader has taken no longer counts as unsent; what is being written does", async () => {
  const taken: string[] = [];
  let take: () => void = () => {};
  const reader = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(piece: string, _, done) {
      take = () => {
        taken.push(piece);
        done();
      };
    },
  });
  const pieces = ["1234", "567", "89", "0"];
  const left: number[] = [];
  const sending = pipeline(Readable.from(inPieces(pieces, (length = 0) => left.push(length))), reader);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect([taken, left.at(-1)]).toEqual([[], 10]);
  for (const expected of [6, 3]) {
    take();
    await settled();
    expect(left.at(-1)).toBe(expected);
  }
  expect(pieces).toEqual(["", "", "", ""]);
  take();
  await settled();
  take();
  await sending;
  expect(taken).toEqual(["1234", "567", "89", "0"]);
});
