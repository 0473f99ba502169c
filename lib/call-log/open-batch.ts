/** Where a use is noted when a token is admitted, and a request when its response is known, even if it was refused. */
import { runtime } from "../process/runtime";
import { CallBatch } from "./batch";

export const calls = runtime.part("calls", () => ({ batch: new CallBatch() }));
