/**
 * Records the calls that tokens make, off the request path: a second's calls are written together, one batch after the
 * other, and a write that fails costs these notes and a line of the log, never an answer.
 */
import { KEPT_ACCEPTED, KEPT_REFUSED } from "../limits";
import { log } from "../log";
import { clearExcessCalls, clearOldCalls, type KeptCall, writeCalls } from "../store/token-calls";
import { clearOldSums, writeSums, writeTokenUses } from "../store/token-usage";
import { CallBatch } from "./batch";
import type { FinishedCall } from "./finished-call";
import { toKeptCall } from "./kept-call";

const WRITE_EVERY_MS = 1_000;

let batch = new CallBatch();
let timer: NodeJS.Timeout | null = null;
let writing: Promise<void> = Promise.resolve();

/** When a token has been let in, however long its call then takes. */
export function noteUse(tokenId: string, at: number, address: string): void {
  batch.noteUse(tokenId, at, address);
  schedule();
}

/** When a call has its answer, be it a refusal. */
export function recordCall(call: FinishedCall): void {
  batch.add(call);
  schedule();
}

function schedule(): void {
  timer ??= setTimeout(flushCalls, WRITE_EVERY_MS).unref();
}

/** Writes what is recorded so far, after what is being written; for the end of the process, and for tests. */
export function flushCalls(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  // A database that is slow holds one connection with this, not one for every second.
  writing = writing.then(writeBatch);
  return writing;
}

async function writeBatch(): Promise<void> {
  if (batch.isEmpty) return;
  const full = batch;
  batch = new CallBatch();
  const { tokens, calls } = full.forgotten;
  if (tokens + calls > 0)
    log().warn({ tokens, calls }, "more calls than are recorded: some tokens or calls were left out");
  await attempt("the last uses of some tokens were not noted", () => writeTokenUses(full.uses()));
  await attempt("the calls of some tokens were not counted", () => writeSums(full.sums()));
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
    log().warn({ error: String(error) }, failure);
  }
}

/** One batch in so many also clears what is past its days: about once an hour, where a process is never idle. */
const AGE_SHARE = 1 / 3600;

/**
 * Keeps what is recorded small. Nobody counts: each batch clears with a chance that grows with what it added, so that a
 * token has twice as many calls as are kept of it at most, on average, however many processes write.
 */
export async function clearSome(added: KeptCall[], random = Math.random): Promise<void> {
  const crowded = [...shareOfKept(added)].filter(([, share]) => random() < share).map(([tokenId]) => tokenId);
  if (crowded.length > 0) await clearExcessCalls(crowded);
  if (random() >= AGE_SHARE) return;
  await clearOldCalls();
  await clearOldSums();
}

/** How much of what is kept of each token is new. */
function shareOfKept(added: KeptCall[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { tokenId, status } of added) {
    const share = 1 / (status < 400 ? KEPT_ACCEPTED : KEPT_REFUSED);
    shares.set(tokenId, (shares.get(tokenId) ?? 0) + share);
  }
  return shares;
}
