/** Compresses long responses (RFC 9110 § 12.5.3), but none with an ETag: it is strong and names any encoding (contract § 4). */
import { pipeline, Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { COMPRESSED_BYTES, SHORT_PAGE_BYTES } from "../limits";
import { env } from "../process/env";
import type { Release } from "../semaphore";

type Compressible = {
  headers: Record<string, string>;
  body: string | string[] | Uint8Array | Readable | null;
  sent?: Release | undefined;
};

export async function compressed<Response extends Compressible>(
  request: { method: string; header(name: string): string | null },
  response: Response,
): Promise<Response> {
  const { headers, body } = response;
  if (env().COMPRESSION === "off" || headers.etag !== undefined) return response;
  const pieces = typeof body === "string" ? [body] : body;
  if (!Array.isArray(pieces) || !isLong(pieces)) return response;
  headers.vary = `${headers.vary}, accept-encoding`;
  const encoding = chooseEncoding(request.header("accept-encoding"));
  if (encoding === null) return response;
  headers["content-encoding"] = encoding;
  if (request.method === "HEAD") return { ...response, body: null };
  return { ...response, body: await encode(pieces, ENCODERS[encoding], response.sent) };
}

type Encoding = keyof typeof ENCODERS;
type Encoder = { whole(bytes: Buffer): Promise<Buffer>; stream(): Transform };

/** `ENCODERS` has the cheaper one first. Higher levels save a tenth of a page and take three times as long (docs/performance.md). */
const GZIP = { level: 1 };
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    // A window of 256 KiB, not of 4 MiB for each response that is being sent.
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const gzipWhole = promisify(gzip);
const brotliWhole = promisify(brotliCompress);
const ENCODERS = {
  br: { whole: (bytes) => brotliWhole(bytes, BROTLI), stream: () => createBrotliCompress(BROTLI) },
  gzip: { whole: (bytes) => gzipWhole(bytes, GZIP), stream: () => createGzip(GZIP) },
} satisfies Record<string, Encoder>;

/**
 * The encoding that the client prefers, in our order among equals; null for none. An entry with an unreadable weight counts as
 * not listed. A client that accepts nothing at all gets the body uncompressed.
 */
export function chooseEncoding(accepted: string | null): Encoding | null {
  if (accepted === null) return null;
  const weights = weightsOf(accepted);
  const plain = weights.get("identity") ?? 0;
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const inOrder = (Object.keys(ENCODERS) as Encoding[]).sort((one, other) => weightOf(other) - weightOf(one));
  const [best = null] = inOrder;
  return best !== null && weightOf(best) > 0 && weightOf(best) >= plain ? best : null;
}

const LISTED = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of accepted.split(",")) {
    const [, name, weight = "1"] = LISTED.exec(item.trim()) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}

/** Encodes a short body as a whole, which costs half as much, and a long one as a stream, as fast as the client reads. */
async function encode(pieces: string[], encoder: Encoder, sent?: Release): Promise<Uint8Array | Readable> {
  if (lengthOf(pieces) <= SHORT_PAGE_BYTES) return encoder.whole(Buffer.from(pieces.join("")));
  const stream = encoder.stream();
  // A failure reaches the reader of the stream.
  pipeline(Readable.from(inPieces(pieces, sent)), stream, () => {});
  return stream;
}

/** Compares characters first, because there are never more of them than bytes. */
function isLong(pieces: string[]): boolean {
  return lengthOf(pieces) >= COMPRESSED_BYTES || Buffer.byteLength(pieces.join("")) >= COMPRESSED_BYTES;
}

function lengthOf(pieces: string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** Consumes `pieces`. A stream requests a piece while it still writes the previous one, so `sent` lags by one piece. */
export function* inPieces(pieces: string[], sent: Release = () => {}): Generator<string> {
  let left = lengthOf(pieces);
  let writing = 0;
  for (const [index, piece] of pieces.entries()) {
    pieces[index] = "";
    yield piece;
    left -= writing;
    writing = piece.length;
    if (left > 0) sent(left);
  }
}
