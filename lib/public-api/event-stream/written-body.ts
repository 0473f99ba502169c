/** The body of a response that is written little by little, no faster than it is read. */
import { Readable } from "node:stream";
import { CallerLeft } from "../../errors";

/** A reader that takes nothing for this long is disconnected. What it had not read, it gets when it comes again. */
const UNREAD_MS = 30_000;
/** In bytes: what is written beyond this waits for the reader. */
const AHEAD = 16 * 1024;

export class WrittenBody {
  private readonly left = new AbortController();
  private resume = () => {};
  readonly stream = new Readable({ highWaterMark: AHEAD, read: () => this.resume() });

  /** `signal`: of the request. */
  constructor(signal: AbortSignal) {
    this.stream.once("close", () => this.left.abort(new CallerLeft()));
    const leave = () => this.stream.destroy();
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  }

  /** Aborted when the reader has gone. */
  get signal(): AbortSignal {
    return this.left.signal;
  }

  /** Resolves when there is room for more. Rejects with CallerLeft. */
  async write(text: string): Promise<void> {
    if (this.stream.destroyed) throw new CallerLeft();
    if (this.stream.push(text)) return;
    const timer = setTimeout(() => this.stream.destroy(), UNREAD_MS);
    let leave = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        this.resume = resolve;
        leave = () => reject(this.signal.reason);
        this.signal.addEventListener("abort", leave);
      });
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener("abort", leave);
    }
  }

  end(): void {
    if (!this.stream.destroyed) this.stream.push(null);
  }
}
