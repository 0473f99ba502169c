/** What resetting somebody's second factor does, and what to be sure of before. Pure. */
export function whatResettingDoes(name: string): string {
  return `Be sure that it is ${name} who asks. Until they set up another one, their password alone lets them in. They are signed out, and told.`;
}
