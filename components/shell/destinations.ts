/** The pages and actions that the side bar and the search offer. Each page checks permissions itself. */
import {
  Activity,
  BookOpen,
  Bot,
  CircleHelp,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  ScrollText,
  ShieldCheck,
  Users,
  Waypoints,
  Webhook,
} from "lucide-react";
import type { SearchEntry } from "@/lib/ranked-search";

/** `words`: synonyms for the search. */
type Destination = { href: string; label: string; icon: LucideIcon; words: string };

/** `title`: null for a member's own pages, which come first. */
export type DestinationGroup = { title: string | null; destinations: readonly Destination[] };

/** `keeper`: the member manages at least one service account. Administrators manage all of them. */
type Viewer = { admin: boolean; keeper: boolean };

const to = (href: string, label: string, icon: LucideIcon, words = ""): Destination => ({ href, label, icon, words });

const OF_MEMBERS: DestinationGroup = {
  title: null,
  destinations: [
    to("/overview", "Overview", LayoutDashboard, "dashboard home usage"),
    to("/tokens", "Tokens", KeyRound, "api keys secrets credentials my tokens rotate revoke"),
    to("/webhooks", "Webhooks", Webhook, "subscriptions events push deliveries notify signing secret"),
    to("/requests", "Requests", Activity, "log logs history calls traffic"),
    to("/reference", "API reference", BookOpen, "docs endpoints entities api"),
    to("/explain", "Explain", CircleHelp),
    to("/connect", "Connect an agent", Plug, "mcp ai claude chatgpt cursor vs code model llm"),
  ],
};

const SERVICE_ACCOUNTS = to("/accounts", "Service accounts", Bot, "machine bot service accounts");

const OF_ADMINISTRATORS: DestinationGroup = {
  title: "Organization",
  destinations: [
    to("/admin/tokens", "All tokens", KeySquare, "organization tokens revoke"),
    to("/admin/webhooks", "All webhooks", Waypoints, "organization webhooks subscriptions deliveries"),
    to("/admin/members", "Members", Users, "users people team roles"),
    SERVICE_ACCOUNTS,
    to("/admin/policy", "Policy", ShieldCheck, "rules lifetime expiry"),
    to("/admin/audit", "Audit log", ScrollText, "history events log who did what"),
  ],
};

export function destinationsOf({ admin, keeper }: Viewer): DestinationGroup[] {
  if (admin) return [OF_MEMBERS, OF_ADMINISTRATORS];
  return keeper ? [OF_MEMBERS, { ...OF_ADMINISTRATORS, destinations: [SERVICE_ACCOUNTS] }] : [OF_MEMBERS];
}

const entry = (href: string, title: string, detail: "Action" | "Page", words: string): SearchEntry => {
  return { href, title, detail, words };
};

const ACTIONS: SearchEntry[] = [
  entry("/tokens/new", "New token", "Action", "create token api key secret add"),
  entry("/webhooks/new", "New webhook", "Action", "create subscription event push url add"),
  entry("/explain", "Explain a request", "Action", "request id why refused error debug"),
  entry("/docs", "Documentation", "Page", "guides docs help"),
  entry("/notices", "Notices", "Page", "notifications messages inbox"),
  entry("/password", "Change password", "Action", "account security sign in credentials"),
  entry("/second-factor", "Second factor", "Page", "two-factor 2fa totp mfa authenticator security"),
];

const INVITE = entry("/admin/members/new", "Invite member", "Action", "add user person team invitation");

export function portalEntries(viewer: Viewer): SearchEntry[] {
  const pages = destinationsOf(viewer).flatMap(({ destinations }) => destinations);
  return [
    ...pages
      .filter(({ href }) => ACTIONS.every((action) => action.href !== href))
      .map(({ href, label, words }) => entry(href, label, "Page", words)),
    ...ACTIONS,
    ...(viewer.admin ? [INVITE] : []),
  ];
}
