/**
 * Notes that a token was used, off the request path: a second's uses are written together, and a write that fails costs a
 * note, never an answer.
 */
import { log } from "../log";
import { type TokenUse, writeTokenUses } from "../store/token-uses";

const WRITE_EVERY_MS = 1_000;

let noted = new Map<string, TokenUse>();
let timer: NodeJS.Timeout | null = null;

export function noteUse(tokenId: string, address: string): void {
  noted.set(tokenId, { tokenId, at: new Date(), address });
  timer ??= setTimeout(flushUses, WRITE_EVERY_MS).unref();
}

/** Writes what is noted so far; for the end of the process, and for tests. */
export async function flushUses(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  if (noted.size === 0) return;
  const uses = [...noted.values()];
  noted = new Map();
  try {
    await writeTokenUses(uses);
  } catch (error) {
    log().warn({ error: String(error), tokens: uses.length }, "the last uses of some tokens were not noted");
  }
}
