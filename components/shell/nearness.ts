/** How near a page is to a destination: it, something below it, or neither. Pure. */
export function nearness(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
