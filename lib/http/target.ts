/** The target of a request line, as received: an origin that a proxy has left in it, its path, its query, its escapes. */

/** A proxy may send the whole address in the request line; what is left is the path and the query string. */
export function withoutOrigin(target: string): string {
  if (!/^https?:\/\//i.test(target)) return target;
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

export function splitTarget(target: string): { path: string; query: string } {
  const question = target.indexOf("?");
  return question === -1
    ? { path: target, query: "" }
    : { path: target.slice(0, question), query: target.slice(question + 1) };
}

/** A target as whoever looks for something in it would read it: each escape is one character, and broken ones stay. */
export function withoutEscapes(target: string): string {
  if (!target.includes("%")) return target;
  return target.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
