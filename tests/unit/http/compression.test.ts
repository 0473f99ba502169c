/** What is compressed, and how (contract § 4): the limit to the byte, and what callers take (RFC 9110 § 12.5.3). */
import { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compressed, inPieces } from "@/lib/http/compression";
import type { ApiRequest, ApiResponse } from "@/lib/public-api/request";

const asking = (accepted: string | null, method = "GET") =>
  ({ method, header: (name: string) => (name === "accept-encoding" ? accepted : null) }) as ApiRequest;
const replying = (body: ApiResponse["body"], headers: Record<string, string> = {}): ApiResponse => ({
  status: 200,
  headers: { vary: "authorization", ...headers },
  body,
});

describe("the encoding", () => {
  it.each<[string | null, string | null]>([
    [null, null],
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=0.9,br;q=0.8", "gzip"],
    ["gzip ; q=0.9 , br; q=1.000", "br"],
    ["gzip;q=0.000", null],
    ["gzip;q=0.001", "gzip"],
    ["*", "br"],
    ["*;q=0", null],
    ["br;q=0, *", "gzip"],
    ["identity;q=0", null],
    ["identity, gzip;q=0.9", null],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["gzip;q=1.001", null],
    ["gzip;q=much", null],
    [",,gzip,,", "gzip"],
    ["gzipped, brr", null],
  ])("for %j is %j", (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });

  it("is found quickly in the longest header there can be", () => {
    const before = process.cpuUsage();
    for (const item of ["gzip;q= ", "a ", "gzip;;q=1,", "\t;"]) chooseEncoding(item.repeat(16_384 / item.length));
    expect(process.cpuUsage(before).user).toBeLessThan(100_000);
  });
});

describe("a body", () => {
  it.each<[string, string | string[], boolean]>([
    ["of 8,191 bytes", "x".repeat(8_191), false],
    ["of 8,192 bytes", "x".repeat(8_192), true],
    ["of 8,192 bytes in fewer characters", "é".repeat(4_096), true],
    ["of 8,191 bytes in pieces", ["x".repeat(4_000), "x".repeat(4_191)], false],
    ["of 8,192 bytes in pieces", ["x".repeat(4_000), "x".repeat(4_192)], true],
  ])("%s", async (_, body, isCompressed) => {
    const reply = await compressed(asking("gzip"), replying(body));
    expect(reply.headers).toEqual(
      isCompressed ? { vary: "authorization, accept-encoding", "content-encoding": "gzip" } : { vary: "authorization" },
    );
    if (isCompressed) expect(gunzipSync(reply.body as Buffer).toString()).toBe([body].flat().join(""));
    else expect(reply.body).toBe(body);
  });

  it("of more than 1 MiB is compressed while it is read, in its order, and keeps no piece", async () => {
    const pieces = Array.from({ length: 8 }, (_, index) => String(index).repeat(200_000));
    const text = pieces.join("");
    const reply = await compressed(asking("br"), replying(pieces));
    expect(reply.body).toBeInstanceOf(Readable);
    expect(brotliDecompressSync(await buffer(reply.body as Readable)).toString()).toBe(text);
    expect(pieces.join("")).toBe("");
  });
});

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
