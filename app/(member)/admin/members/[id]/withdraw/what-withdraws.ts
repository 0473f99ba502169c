/** What withdrawing an invitation does. Pure. */
export function whatWithdrawingDoes(name: string): string {
  return `The link stops working, and ${name} is removed from the list of members.`;
}
