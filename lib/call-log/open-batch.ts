/** Records a use when a token is admitted, and a request when its response is known, even if it was refused. */
import { runtime } from "../process/runtime";
import { CallBatch } from "./batch";

export class OpenBatch {
  batch = new CallBatch();

  /** Returns what was recorded since the last time. */
  take(): CallBatch {
    const full = this.batch;
    this.batch = new CallBatch();
    return full;
  }
}

export const calls = runtime.part("calls", () => new OpenBatch());
