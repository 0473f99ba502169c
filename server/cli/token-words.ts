/** Messages about tokens that several commands share. */

export function noSuchToken(id: string): string {
  return `There is no token with the id "${id}". Give the id alone, as tokens list shows it.`;
}

export function describeExpiry(expiresAt: string | null): string {
  return expiresAt === null ? "never expires" : `expires at ${expiresAt}`;
}
