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

const OF_ADMINISTRATORS: DestinationGroup = {
  title: "Organisation",
  destinations: [
    { href: "/admin/tokens", label: "All tokens" },
    { href: "/admin/members", label: "Members" },
    { href: "/admin/policy", label: "Policy" },
    { href: "/admin/audit", label: "Audit log" },
  ],
};

export function destinationsOf({ admin }: { admin: boolean }): DestinationGroup[] {
  return admin ? [OF_MEMBERS, OF_ADMINISTRATORS] : [OF_MEMBERS];
}
