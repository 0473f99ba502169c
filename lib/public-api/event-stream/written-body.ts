/** The body of a response that is written little by little, no faster than it is read. */
import { Readable } from "node:stream";
import { CallerLeft } from "../../errors";

/** A reader that takes nothing for this long is disconnected. What it had not read, it gets when it comes again. */
const UNREAD_MS = 30_000;
/** In bytes: what is written beyond this waits for the reader. */
const AHEAD = 16 * 1024;

export class WrittenBody {
  private readonly left = new AbortController();
  /** Set while what was written waits for the reader. */
  private unread: NodeJS.Timeout | undefined;
  /** Ends the wait for room: true if there is some, false if it is too late or the reader has gone. */
  private settle = (_isRoom: boolean) => {};
  readonly stream = new Readable({ highWaterMark: AHEAD, read: () => this.goOn() });

  /** `signal`: of the request. */
  constructor(signal: AbortSignal) {
    const leave = () => this.stream.destroy();
    this.stream.once("close", () => {
      clearTimeout(this.unread);
      signal.removeEventListener("abort", leave);
      this.left.abort(new CallerLeft());
      this.settle(false);
    });
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave);
  }

  /** Aborted when the reader has gone. */
  get signal(): AbortSignal {
    return this.left.signal;
  }

  /** Resolves when there is room for more. Rejects with CallerLeft. */
  async write(text: string): Promise<void> {
    if (!this.push(text)) await this.hasRoom();
  }

  /** False if `hasRoom` has to be awaited before more is written. Throws CallerLeft. */
  push(text: string): boolean {
    if (this.stream.destroyed) throw new CallerLeft();
    if (this.stream.push(text)) return true;
    this.unread ??= setTimeout(() => this.stream.destroy(), UNREAD_MS);
    return false;
  }

  /** False if the reader makes no room within that time. For one caller at a time. Rejects with CallerLeft. */
  async hasRoom(milliseconds?: number): Promise<boolean> {
    if (this.stream.destroyed) throw new CallerLeft();
    if (this.unread === undefined) return true;
    const timer = milliseconds === undefined ? undefined : setTimeout(() => this.settle(false), milliseconds);
    const isRoom = await new Promise<boolean>((resolve) => {
      this.settle = resolve;
    });
    clearTimeout(timer);
    if (this.stream.destroyed) throw new CallerLeft();
    return isRoom;
  }

  end(): void {
    if (!this.stream.destroyed) this.stream.push(null);
  }

  private goOn(): void {
    clearTimeout(this.unread);
    this.unread = undefined;
    this.settle(true);
  }
}
