/** The pages that the header leads to. That administrators see more of them is a courtesy: each page asks for itself. */
export type Destination = { href: string; label: string };

const OF_MEMBERS: Destination[] = [
  { href: "/tokens", label: "Tokens" },
  { href: "/reference", label: "API reference" },
  { href: "/explain", label: "Explain a request" },
];

const OF_ADMINISTRATORS: Destination[] = [
  { href: "/admin/tokens", label: "All tokens" },
  { href: "/admin/members", label: "Members" },
  { href: "/admin/policy", label: "Policy" },
  { href: "/admin/audit", label: "Audit log" },
];

export function destinationsOf({ admin }: { admin: boolean }): Destination[] {
  return admin ? [...OF_MEMBERS, ...OF_ADMINISTRATORS] : OF_MEMBERS;
}

/** How near a page is to a destination: it, something below it, or neither. */
export function nearness(path: string, { href }: Destination): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
