/** A sealed position in the feed, which resets if the database or the permissions change (docs/contract.md, Changes). */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { EntityAccess } from "../access/compile";
import { derivedKey } from "../crypto/derived-key";
import { seal, unseal } from "../crypto/sealed";
import { ApiError } from "../errors";
import { MAX_FEED_CURSOR_LENGTH } from "../limits";
import { runtime } from "../process/runtime";
import { type Place, readEpoch } from "../store/records/feed-positions";

/** `permissions` is a fingerprint of the caller's permissions. */
export type FeedCursor = Place & { epoch: string; permissions: string };

type Owner = { organizationId: string; entityKey: string };

export function writeFeedCursor({ position, at, epoch, permissions }: FeedCursor, feed: Owner): string {
  const { transaction, sequence } = position;
  return seal([transaction, sequence, at, epoch, permissions], binding(feed), derivedKey("cursor"));
}

/** Pollers send the same cursor until something changes, and unsealing it would take as long as the rest of an empty poll. */
const MAX_OPENED = 5_000;
const opened = runtime.part("feed cursors", () => new LRUCache<string, FeedCursor>({ max: MAX_OPENED }));

/** Throws INVALID_CURSOR, with the same message for every fault. */
export function readFeedCursor(text: string, feed: Owner): FeedCursor {
  if (text.length > MAX_FEED_CURSOR_LENGTH) throw invalidFeedCursor();
  const key = JSON.stringify([...binding(feed), text]);
  const known = opened().get(key);
  if (known !== undefined) return known;
  const cursor = open(text, feed);
  opened().set(key, cursor);
  return cursor;
}

function open(text: string, feed: Owner): FeedCursor {
  try {
    const [transaction, sequence, at, epoch, permissions] = unseal(text, binding(feed), derivedKey("cursor")) as Sealed;
    return { position: { transaction, sequence }, at, epoch, permissions };
  } catch (cause) {
    throw invalidFeedCursor(cause);
  }
}

type Sealed = [transaction: string, sequence: string, at: number, epoch: string, permissions: string];

function binding({ organizationId, entityKey }: Owner): string[] {
  return ["changes", organizationId, entityKey];
}

function invalidFeedCursor(cause?: unknown): ApiError {
  const message =
    "The cursor does not belong to this feed. Send its nextCursor unchanged, for the same entity; without a cursor, the feed starts now.";
  return new ApiError("INVALID_CURSOR", message, { cause });
}

/** Keyed by compiled access, which is the same object from request to request. */
const fingerprints = new WeakMap<EntityAccess, string>();

/** Covers everything that decides which records and fields the caller sees. Callers who see the same can share cursors. */
export function fingerprintPermissions(access: EntityAccess): string {
  const known = fingerprints.get(access);
  if (known !== undefined) return known;
  const fingerprint = makeFingerprint(access);
  fingerprints.set(access, fingerprint);
  return fingerprint;
}

function makeFingerprint({ entity, scopeOf, readable }: EntityAccess): string {
  const fields = [...readable].map(([key, scope]) => [key, entity.fields.get(key)?.type ?? null, scope]).sort();
  return createHash("sha256")
    .update(JSON.stringify([entity.id, scopeOf("list"), fields]))
    .digest("base64url");
}

const EPOCH_KEPT_MS = 5_000;

const epoch = runtime.part("epoch", () => ({ epoch: "", readAt: Number.NEGATIVE_INFINITY }));

/** Identifies the database. A restore under a running process is noticed a few seconds later; cursors issued until then reset. */
export async function currentEpoch(): Promise<string> {
  const known = epoch();
  const now = performance.now();
  if (now - known.readAt < EPOCH_KEPT_MS) return known.epoch;
  Object.assign(known, { epoch: await readEpoch(), readAt: now });
  return known.epoch;
}
