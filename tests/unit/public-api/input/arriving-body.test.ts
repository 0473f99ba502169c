/** Bodies on their way in share a budget of memory, of which one token has a part (contract § 3). */
import { afterEach, describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "@/lib/limits";
import { ArrivingBody } from "@/lib/public-api/input/arriving-body";
import { codeOf, refusalOf } from "../../refusal";

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, "a");

const opened: ArrivingBody[] = [];
afterEach(() => {
  for (const body of opened.splice(0)) body.release();
});

/** `token` is `organization/token`. */
function open(token: string, announced: number | null = null): ArrivingBody {
  const [organizationId = ""] = token.split("/");
  const body = new ArrivingBody(
    { configuration: { organizationId }, token: { rootId: token } },
    announced,
    MAX_BODY_BYTES,
  );
  opened.push(body);
  return body;
}

/** All of it has come, and nobody has read it yet. */
function arrived(tokenId: string, bytes = MIB): ArrivingBody {
  const body = open(tokenId, bytes);
  for (let left = bytes; left > 0; left -= CHUNK.length) body.take(CHUNK.subarray(0, left));
  return body;
}

const areRefused = (bodies: ArrivingBody[]) => bodies.filter(({ isRefused }) => isRefused).length;
const arriveAll = (count: number, tokenId: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => arrived(tokenId(index)));

describe("bodies that are arriving", () => {
  it("of one token have room for 8 MiB, and the next is told to come again in a second", () => {
    const bodies = arriveAll(12, () => "hog");
    expect(areRefused(bodies)).toBe(4);
    const refused = refusalOf(() => bodies.at(-1)?.whole());
    expect(refused).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 1 });
  });

  it("of one organization leave room for those of others, however many tokens it has", () => {
    expect(areRefused(arriveAll(60, (index) => `hog/${index % 20}`))).toBe(28);
    expect(arrived("other/token").isRefused).toBe(false);
  });

  it("of all tokens have room for 64 MiB, and short ones have more", () => {
    expect(areRefused(arriveAll(80, (index) => `${index % 4}/${index % 20}`))).toBe(15);
    expect(arrived("another", 16 * 1024).isRefused).toBe(false);
    expect(arrived("another", 100 * 1024).isRefused).toBe(true);
  });

  it("release their room once, when they are read or abandoned", () => {
    const bodies = arriveAll(8, () => "hog");
    for (const body of bodies) body.release();
    for (const body of bodies) body.release();
    expect(areRefused(arriveAll(9, () => "hog"))).toBe(1);
  });

  it("release their room when they are refused", () => {
    const tooLong = open("hog");
    for (let sent = 0; sent <= MIB; sent += CHUNK.length) tooLong.take(CHUNK);
    expect(codeOf(() => tooLong.whole())).toBe("INVALID_BODY");
    expect(areRefused(arriveAll(8, () => "hog"))).toBe(0);
  });

  it("take no room for bytes that are announced but never arrive", () => {
    for (let index = 0; index < 1_000; index += 1) open("hog", MIB).take(CHUNK.subarray(0, 1_000));
    expect(arrived("hog").isRefused).toBe(false);
  });
});

it.each([
  ["one chunk", 300, 300],
  ["single bytes", 1, 40_000],
  ["chunks", 65_536, 1_048_576],
  ["chunks of no even number", 4_099, 1_000_001],
])("an arriving body is what was sent: %s", (_, chunkBytes, bytes) => {
  const sent = Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 31) % 251));
  for (const announced of [bytes, null]) {
    const body = open("token", announced);
    for (let at = 0; at < bytes; at += chunkBytes) body.take(sent.subarray(at, at + chunkBytes));
    expect(body.whole().equals(sent)).toBe(true);
    body.release();
  }
});
