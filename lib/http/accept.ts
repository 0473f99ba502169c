/** Which of the two forms of a list a client prefers (RFC 9110 § 12.5.1). */

/** CSV where it is named, and JSON is not named with as much weight; whoever takes anything, or neither, gets JSON. */
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
