/** The secret as the examples read it. */
export function environmentLine(secret: string): string {
  return `WEBHOOK_SECRET=${secret}`;
}
