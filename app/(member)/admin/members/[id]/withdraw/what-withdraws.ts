/** What withdrawing an invitation does. Pure. */
export function whatWithdrawingDoes(name: string): string {
  return `Its link stops working, and ${name} is taken off the list of members.`;
}
