/** Finds the form of a response that a client prefers (RFC 9110 § 12.5.1). */

/** True if the type is named with more weight than JSON. A client that accepts anything gets JSON. */
export function prefers(type: "text/csv" | "text/event-stream", accept: string | null): boolean {
  if (accept === null || !accept.toLowerCase().includes(type)) return false;
  const weights = new Map(accept.split(",").map(weightOf));
  const weight = weights.get(type) ?? 0;
  const json = weights.get("application/json");
  if (json !== undefined) return weight > json;
  return weight > 0 && weight >= (weights.get("application/*") ?? weights.get("*/*") ?? 0);
}

/** True if CSV is named, and nothing that includes JSON is. */
export function takesOnlyCsv(accept: string | null): boolean {
  if (!prefers("text/csv", accept)) return false;
  const weights = new Map((accept ?? "").split(",").map(weightOf));
  return ["application/json", "application/*", "*/*"].every((range) => (weights.get(range) ?? 0) === 0);
}

const WEIGHT = /;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*(?:;|$)/i;

function weightOf(range: string): [name: string, weight: number] {
  const [name = ""] = range.split(";", 1);
  return [name.trim().toLowerCase(), Number(WEIGHT.exec(range)?.[1] ?? 1)];
}
