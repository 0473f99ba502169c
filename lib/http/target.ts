/** The target of a request line as received: its origin, path, query and escapes. Parses whole URLs, too. */

/** Not `URL.canParse`: once optimized, Node 20's misreads the letters from U+0080 to U+00FF, as in `https://ü.test`. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Path and query string. Some proxies put the whole URL into the request line. */
export function withoutOrigin(target: string): string {
  if (!/^https?:\/\//i.test(target)) return target;
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

export function splitTarget(target: string): { path: string; query: string } {
  const [path = ""] = target.split("?", 1);
  return { path, query: target.slice(path.length + 1) };
}

/** The target with escapes decoded, for searching in it. Invalid escapes stay. */
export function withoutEscapes(target: string): string {
  if (!target.includes("%")) return target;
  return target.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
