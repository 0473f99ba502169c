/** The pages in the side bar. Hiding some from members is only for convenience: each page checks permissions itself. */
export type Destination = { href: string; label: string };

/** `title`: null for a member's own pages, which come first. */
export type DestinationGroup = { title: string | null; destinations: readonly Destination[] };

const OF_MEMBERS: DestinationGroup = {
  title: null,
  destinations: [
    { href: "/overview", label: "Overview" },
    { href: "/tokens", label: "Tokens" },
    { href: "/webhooks", label: "Webhooks" },
    { href: "/requests", label: "Requests" },
    { href: "/reference", label: "API reference" },
    { href: "/explain", label: "Explain" },
    { href: "/connect", label: "Connect an agent" },
  ],
};

const SERVICE_ACCOUNTS: Destination = { href: "/accounts", label: "Service accounts" };

const OF_ADMINISTRATORS: DestinationGroup = {
  title: "Organisation",
  destinations: [
    { href: "/admin/tokens", label: "All tokens" },
    { href: "/admin/webhooks", label: "All webhooks" },
    { href: "/admin/members", label: "Members" },
    SERVICE_ACCOUNTS,
    { href: "/admin/policy", label: "Policy" },
    { href: "/admin/audit", label: "Audit log" },
  ],
};

const OF_KEEPERS: DestinationGroup = { title: "Organisation", destinations: [SERVICE_ACCOUNTS] };

/** `keeper`: the member manages at least one service account. Administrators manage all of them. */
export function destinationsOf(member: { admin: boolean; keeper: boolean }): DestinationGroup[] {
  if (member.admin) return [OF_MEMBERS, OF_ADMINISTRATORS];
  return member.keeper ? [OF_MEMBERS, OF_KEEPERS] : [OF_MEMBERS];
}

/** Whether a page is the destination, is below it, or neither (undefined). */
export function nearness(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
