/** What resetting a second factor does, and what to check before. Pure. */
export function whatResettingDoes(name: string): string {
  return `Make sure that the request comes from ${name}. Until they set up a new one, their password alone is enough to sign in. They are signed out and notified.`;
}
