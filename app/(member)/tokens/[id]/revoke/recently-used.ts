/** Whether a token is in use, so that stopping it will be noticed. Pure. */
const RECENTLY_MS = 24 * 60 * 60 * 1000;

export function isRecentlyUsed(lastUsed: Date | null, now: Date): boolean {
  return lastUsed !== null && now.getTime() - lastUsed.getTime() < RECENTLY_MS;
}

/** Names are typed as they are read: how a letter is put together does not show. */
export function isSameName(typed: string, name: string): boolean {
  return typed.trim().normalize("NFC") === name.trim().normalize("NFC");
}

/** Calls are admitted until a revocation is committed, a little after the moment that the row carries. */
const COMMIT_MS = 1000;

/** From when on not one call can have been accepted, by the time that a revoked token carries. */
export function surelyStopped(revoked: Date): Date {
  return new Date(revoked.getTime() + COMMIT_MS);
}
