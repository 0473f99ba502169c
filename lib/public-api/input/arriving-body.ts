/**
 * A request body while it arrives. All arriving bodies share a memory budget, of which each token can use a part, so that sending
 * many bodies slowly takes no more than that (contract § 3). A body without room is refused immediately. Waiting would risk a
 * deadlock: the others wait as well, each with half a body in memory.
 */
import { BUDGETS, openBudget } from "../../budgets";
import { ApiError } from "../../errors";
import { FREE_ARRIVING_BYTES } from "../../limits";
import { metrics } from "../../process/metrics";
import { runtime } from "../../process/runtime";
import type { Requester } from "../../records/load/shares";
import type { Release } from "../../semaphore";

const budget = runtime.part("arriving bodies", () => openBudget(BUDGETS.bodies));

const NOTHING = Buffer.alloc(0);

export class ArrivingBody {
  private bytes: Buffer = NOTHING;
  private size = 0;
  private free: Release = () => {};
  private refused: ApiError | null = null;

  /** `announced` is the Content-Length, or null if there is none. `most` is the limit in bytes. */
  constructor(
    private readonly requester: Requester,
    private readonly announced: number | null,
    private readonly most: number,
  ) {
    if (announced !== null && announced > most) this.refuse(tooLarge(most));
  }

  /** The response is already decided, so the rest need not be read. */
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

  /** Throws INVALID_BODY if the body is too large, RATE_LIMITED if there was no room for it. */
  whole(): Buffer {
    if (this.refused !== null) throw this.refused;
    return this.bytes.subarray(0, this.size);
  }

  /** Returns its share of the budget. Safe to call twice. */
  release(): void {
    this.bytes = NOTHING;
    this.size = 0;
    this.free();
  }

  private refuse(error: ApiError): void {
    this.release();
    this.refused = error;
  }

  /** Most bodies arrive as one chunk, which is used without copying. */
  private keep(chunk: Uint8Array): void {
    this.bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    this.size = chunk.length;
  }

  /** Copies into one growing buffer: chunks can be as small as one byte, and keeping each would take a hundred bytes. */
  private makeRoom(size: number): boolean {
    if (size <= this.bytes.length) return true;
    const most = this.announced ?? this.most;
    const capacity = Math.max(size, Math.min(most, Math.max(2 * this.bytes.length, FREE_ARRIVING_BYTES)));
    // The larger buffer takes the place of the smaller one.
    this.free();
    const { configuration, token } = this.requester;
    const free = budget().tryAcquire(
      [configuration.organizationId, token.rootId],
      Math.max(0, capacity - FREE_ARRIVING_BYTES),
    );
    if (free === null) return false;
    this.free = free;
    const larger = Buffer.allocUnsafeSlow(capacity);
    this.bytes.copy(larger, 0, 0, this.size);
    this.bytes = larger;
    return true;
  }
}

function tooLarge(most: number): ApiError {
  const message = `The body has more than ${most / 1024 / 1024} MiB (${most} bytes). Send less at a time, and keep files elsewhere: a field can hold their address.`;
  return new ApiError("INVALID_BODY", message);
}

function noRoom(): ApiError {
  metrics()?.shed.inc({ reason: "bodies" });
  const message = "Too many large bodies are arriving. Wait 1 second, and send fewer at a time.";
  return new ApiError("RATE_LIMITED", message, { reason: { step: "turn" }, retryAfterSeconds: 1 });
}
