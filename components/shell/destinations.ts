/** The pages that the side bar leads to. That administrators see more of them is a courtesy: each page asks for itself. */
export type Destination = { href: string; label: string };

/** `title`: null for a member's own pages, which come first and need none. */
export type DestinationGroup = { title: string | null; destinations: readonly Destination[] };

const OF_MEMBERS: DestinationGroup = {
  title: null,
  destinations: [
    { href: "/overview", label: "Overview" },
    { href: "/tokens", label: "Tokens" },
    { href: "/requests", label: "Requests" },
    { href: "/reference", label: "API reference" },
    { href: "/explain", label: "Explain" },
  ],
};

const SERVICE_ACCOUNTS: Destination = { href: "/accounts", label: "Service accounts" };

const OF_ADMINISTRATORS: DestinationGroup = {
  title: "Organisation",
  destinations: [
    { href: "/admin/tokens", label: "All tokens" },
    { href: "/admin/members", label: "Members" },
    SERVICE_ACCOUNTS,
    { href: "/admin/policy", label: "Policy" },
    { href: "/admin/audit", label: "Audit log" },
  ],
};

const OF_KEEPERS: DestinationGroup = { title: "Organisation", destinations: [SERVICE_ACCOUNTS] };

/** `keeper`: some service account names them. Administrators keep every one. */
export function destinationsOf(member: { admin: boolean; keeper: boolean }): DestinationGroup[] {
  if (member.admin) return [OF_MEMBERS, OF_ADMINISTRATORS];
  return member.keeper ? [OF_MEMBERS, OF_KEEPERS] : [OF_MEMBERS];
}

/** How near a page is to a destination: it, something below it, or neither. */
export function nearness(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
