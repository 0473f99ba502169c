/** Writes recorded calls outside the request path, in batches. A failed write loses its batch and is logged; responses go on. */
import { LRUCache } from "lru-cache";
import { addressKey } from "../http/client-address";
import { postgres } from "../postgres/postgres";
import { log } from "../process/log";
import { metrics } from "../process/metrics";
import { runtime } from "../process/runtime";
import { type KeptCall, writeCalls } from "../store/tokens/calls";
import { writeMemberUsage } from "../store/tokens/member-usage";
import {
  type CountedHour,
  type TokenUse,
  writeSums,
  writeTokenAddresses,
  writeTokenUses,
  writeVerbUses,
} from "../store/tokens/usage";
import { HOUR_MS } from "../time/durations";
import { CallBatch, calls, sampleCalls } from "./batch";
import { codeOf, type FinishedCall } from "./finished-call";
import { toKeptCall } from "./kept-call";

const WRITE_EVERY_MS = 1_000;

class CallLog {
  private readonly timer = setInterval(() => this.flush(), WRITE_EVERY_MS).unref();
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly calls: { batch: CallBatch }) {}

  /** Writes what is recorded so far, after the batch that is being written now. */
  flush(): Promise<void> {
    // One batch after another: a slow database then occupies one connection for this, not one for each second.
    this.writing = this.writing.then(() => {
      const full = this.calls.batch;
      this.calls.batch = new CallBatch();
      return writeBatch(full);
    });
    return this.writing;
  }

  end(): Promise<void> {
    clearInterval(this.timer);
    return this.flush();
  }
}

/** Writes the calls of this process from now on. */
export const callLog = runtime.part(
  "call log",
  () => {
    // PostgreSQL is opened first, so that it is closed last.
    postgres();
    return new CallLog(calls());
  },
  (log) => log.end(),
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
  const counted: CountedHour[] = [];
  await attempt("the calls of some tokens were not counted", async () => {
    counted.push(...(await writeSums(sums, full.minutes())));
  });
  await attempt("the requests of some members were not counted", () => writeMemberUsage(sums));
  await attempt("some calls of tokens were not kept", () => writeCalls(sampled(full, counted)));
}

/** `counted` has the hours of the batch as they are now, over all processes. Without them, the batch's own count has to do. */
function sampled(batch: CallBatch, counted: readonly CountedHour[]): KeptCall[] {
  const hours = new Map(counted.map((sum) => [`${sum.tokenId} ${new Date(sum.hour).getTime()}`, sum]));
  const before = (call: FinishedCall) => {
    const sum = hours.get(`${call.tokenId} ${Math.floor(call.at / HOUR_MS) * HOUR_MS}`);
    if (sum === undefined) return 0;
    const code = codeOf(call);
    return (code === null ? sum.ok : (sum.codes[code] ?? 0)) - batch.countOfKind(call);
  };
  return sampleCalls(batch.calls(), before).map(({ call, oneOf }) => toKeptCall(call, oneOf));
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    metrics()?.dropped.inc({ reason: "not written" });
    log().warn({ error: String(error) }, failure);
  }
}

/** Much shorter than the days for which an address is remembered. */
const NOTED_FOR_MS = 6 * HOUR_MS;

const noted = runtime.part(
  "noted addresses of tokens",
  () => new LRUCache<string, true>({ max: 20_000, ttl: NOTED_FOR_MS }),
);

export async function noteAddresses(uses: readonly TokenUse[]): Promise<void> {
  const unnoted = uses
    .map((use) => ({ ...use, address: addressKey(use.address) }))
    .filter(({ tokenId, address }) => address !== "unknown" && !noted().has(`${tokenId} ${address}`));
  if (unnoted.length === 0) return;
  await writeTokenAddresses(unnoted);
  for (const { tokenId, address } of unnoted) noted().set(`${tokenId} ${address}`, true);
}
