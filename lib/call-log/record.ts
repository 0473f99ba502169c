/**
 * Records the requests of tokens outside of the request path: those of a second are written together, one batch after the
 * other. A write that fails loses these notes and leaves a line in the log; it never affects a response.
 */
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import { postgres } from "../postgres/postgres";
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { clearExcessCalls, type KeptCall, writeCalls } from "../store/tokens/calls";
import { writeMemberUsage } from "../store/tokens/member-usage";
import { writeSums, writeTokenUses } from "../store/tokens/usage";
import { writeVerbUses } from "../store/tokens/verb-uses";
import { noteAddresses } from "./addresses";
import { CallBatch } from "./batch";
import { toKeptCall } from "./kept-call";

const WRITE_EVERY_MS = 1_000;

class CallLog {
  private batch = new CallBatch();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  /** What is noted here is written within a second. */
  get open(): CallBatch {
    this.timer ??= setTimeout(() => this.flush(), WRITE_EVERY_MS).unref();
    return this.batch;
  }

  /** Writes what is recorded so far, after the batch that is being written. */
  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    // One after the other: a slow database holds one connection for this, not one for each second.
    this.writing = this.writing.then(() => {
      const full = this.batch;
      this.batch = new CallBatch();
      return writeBatch(full);
    });
    return this.writing;
  }
}

/** Of this process. A use is noted when a token is admitted, a request when it has its response, also a refusal. */
export const callLog = runtime.part(
  "call log",
  () => {
    // Opened first, so that it is closed last.
    postgres();
    return new CallLog();
  },
  (log) => log.flush(),
);

async function writeBatch(full: CallBatch): Promise<void> {
  if (full.isEmpty) return;
  const { tokens, calls } = full.forgotten;
  if (tokens + calls > 0) {
    metrics()?.dropped.inc({ reason: "too many" }, tokens + calls);
    log().warn({ tokens, calls }, "more calls than are recorded: some tokens or calls were left out");
  }
  await attempt("the last uses of some tokens were not noted", () => writeTokenUses(full.uses()));
  await attempt("the addresses of some tokens were not noted", () => noteAddresses(full.addresses()));
  await attempt("what some tokens used was not noted", () => writeVerbUses(full.verbUses()));
  const sums = full.usage();
  await attempt("the calls of some tokens were not counted", () => writeSums(sums));
  await attempt("the requests of some members were not counted", () => writeMemberUsage(sums));
  await attempt("some calls of tokens were not kept", async () => {
    const kept = full.calls().map(toKeptCall);
    await writeCalls(kept);
    await clearSome(kept);
  });
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    metrics()?.dropped.inc({ reason: "not written" });
    log().warn({ error: String(error) }, failure);
  }
}

/**
 * Keeps the stored requests few without counting them: each batch clears with a chance that grows with what it added, so that
 * on average a token has at most twice the number that is kept, however many processes write.
 */
export async function clearSome(added: KeptCall[], random = Math.random): Promise<void> {
  const crowded = [...shareOfKept(added)].filter(([, share]) => random() < share).map(([tokenId]) => tokenId);
  if (crowded.length > 0) await clearExcessCalls(crowded);
}

function shareOfKept(added: KeptCall[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { tokenId, status } of added) {
    const share = 1 / (status < 400 ? KEPT_ACCEPTED : KEPT_REFUSED);
    shares.set(tokenId, (shares.get(tokenId) ?? 0) + share);
  }
  return shares;
}
