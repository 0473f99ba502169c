/** Whether a client prefers JSON or CSV (RFC 9110 § 12.5.1). */

/** True where CSV is named with more weight than JSON; a client that takes anything gets JSON. */
export function prefersCsv(accept: string | null): boolean {
  if (accept === null || !/text\/csv/i.test(accept)) return false;
  const weights = new Map(accept.split(",").map(weightOf));
  const csv = weights.get("text/csv") ?? 0;
  const json = weights.get("application/json");
  if (json !== undefined) return csv > json;
  return csv > 0 && csv >= (weights.get("application/*") ?? weights.get("*/*") ?? 0);
}

const WEIGHT = /;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*(?:;|$)/i;

function weightOf(range: string): [name: string, weight: number] {
  const [name = ""] = range.split(";", 1);
  return [name.trim().toLowerCase(), Number(WEIGHT.exec(range)?.[1] ?? 1)];
}
