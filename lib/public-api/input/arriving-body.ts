/**
 * A body while it arrives. All arriving bodies share a budget of memory, and one token can have a part of it: sending many
 * bodies slowly takes no more than that (contract § 3). A body without room is refused at once; waiting would mean to wait
 * for others who wait as well, each with half a body.
 */
import { ApiError } from "../../errors";
import { ARRIVING_BYTES, ARRIVING_BYTES_OF_TOKEN, FREE_ARRIVING_BYTES } from "../../limits";
import { runtime } from "../../process/runtime";
import { Tally } from "../../tally";

/** What all bodies hold, and what those of each token do. */
const held = runtime.part("arriving bodies", () => new Tally());
const ALL = "all";

const NOTHING = Buffer.alloc(0);

export class ArrivingBody {
  private bytes: Buffer = NOTHING;
  private size = 0;
  private charged = 0;
  private refused: ApiError | null = null;

  /** `announced`: the Content-Length; null where there is none. `most`: bytes. */
  constructor(
    private readonly tokenId: string,
    private readonly announced: number | null,
    private readonly most: number,
  ) {
    if (announced !== null && announced > most) this.refuse(tooLarge(most));
  }

  /** There is a response already: the rest need not be read. */
  get isRefused(): boolean {
    return this.refused !== null;
  }

  take(chunk: Uint8Array): void {
    if (this.refused !== null) return;
    const size = this.size + chunk.length;
    if (size > this.most) this.refuse(tooLarge(this.most));
    else if (this.size === 0 && size === this.announced && size <= FREE_ARRIVING_BYTES) this.keep(chunk);
    else if (this.makeRoom(size)) {
      this.bytes.set(chunk, this.size);
      this.size = size;
    } else this.refuse(noRoom());
  }

  /** Throws INVALID_BODY where it is too large, RATE_LIMITED where it found no room. */
  whole(): Buffer {
    if (this.refused !== null) throw this.refused;
    return this.bytes.subarray(0, this.size);
  }

  /** Gives its room back; calling it twice is no error. */
  release(): void {
    this.bytes = NOTHING;
    this.size = 0;
    charge(this.tokenId, -this.charged);
    this.charged = 0;
  }

  private refuse(error: ApiError): void {
    this.release();
    this.refused = error;
  }

  /** Most bodies arrive as one chunk, which is then used as it is. */
  private keep(chunk: Uint8Array): void {
    this.bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    this.size = chunk.length;
  }

  /** One buffer that grows: chunks can be as small as one byte, and each would take a hundred bytes of memory. */
  private makeRoom(size: number): boolean {
    if (size <= this.bytes.length) return true;
    const most = this.announced ?? this.most;
    const capacity = Math.max(size, Math.min(most, Math.max(2 * this.bytes.length, FREE_ARRIVING_BYTES)));
    const due = Math.max(0, capacity - FREE_ARRIVING_BYTES) - this.charged;
    if (due > 0 && !isFree(this.tokenId, due)) return false;
    charge(this.tokenId, due);
    this.charged += due;
    const larger = Buffer.allocUnsafeSlow(capacity);
    this.bytes.copy(larger, 0, 0, this.size);
    this.bytes = larger;
    return true;
  }
}

function isFree(tokenId: string, bytes: number): boolean {
  return held().of(ALL) + bytes <= ARRIVING_BYTES && held().of(tokenId) + bytes <= ARRIVING_BYTES_OF_TOKEN;
}

function charge(tokenId: string, bytes: number): void {
  if (bytes === 0) return;
  held().add(ALL, bytes);
  held().add(tokenId, bytes);
}

function tooLarge(most: number): ApiError {
  const message = `The body has more than ${most / 1024 / 1024} MiB (${most} bytes). Send less at a time, and keep files elsewhere: a field can hold their address.`;
  return new ApiError("INVALID_BODY", message);
}

function noRoom(): ApiError {
  const message = "Too many large bodies are arriving. Wait 1 second, and send fewer at a time.";
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}
