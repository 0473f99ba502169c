/** `field` null: it concerns no single field. */
export type WebhookProblem = { field: string | null; message: string };

export function problemOf(problems: readonly WebhookProblem[], field: string | null): string | null {
  const found = problems.filter((each) => each.field === field);
  return found.length === 0 ? null : found.map(({ message }) => message).join(" ");
}
