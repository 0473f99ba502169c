/**
 * The pages and actions that the search can find. Hiding some from members is only for convenience: each page checks permissions
 * itself.
 */
import type { SearchEntry } from "@/lib/ranked-search";
import { destinationsOf } from "./destinations";

type Portal = { admin: boolean; keeper: boolean };

const ACTIONS: SearchEntry[] = [
  { href: "/tokens/new", title: "New token", detail: "Action", words: "create token api key secret add" },
  { href: "/webhooks/new", title: "New webhook", detail: "Action", words: "create subscription event push url add" },
  { href: "/explain", title: "Explain a request", detail: "Action", words: "request id why refused error debug" },
  { href: "/docs", title: "Documentation", detail: "Page", words: "guides docs help" },
  { href: "/notices", title: "Notices", detail: "Page", words: "notifications messages inbox" },
  { href: "/password", title: "Change password", detail: "Action", words: "account security sign in credentials" },
  {
    href: "/second-factor",
    title: "Second factor",
    detail: "Page",
    words: "two-factor 2fa totp mfa authenticator security",
  },
];

const OF_ADMINISTRATORS: SearchEntry[] = [
  { href: "/admin/members/new", title: "Invite member", detail: "Action", words: "add user person team invitation" },
];

/** Synonyms for the pages of the side bar. */
const WORDS: Record<string, string> = {
  "/overview": "dashboard home usage",
  "/tokens": "api keys secrets credentials my tokens rotate revoke",
  "/webhooks": "subscriptions events push deliveries notify signing secret",
  "/requests": "log logs history calls traffic",
  "/reference": "docs endpoints entities api",
  "/connect": "mcp ai claude chatgpt cursor vs code model llm",
  "/admin/tokens": "organisation tokens revoke",
  "/admin/webhooks": "organisation webhooks subscriptions deliveries",
  "/admin/members": "users people team roles",
  "/accounts": "machine bot service accounts",
  "/admin/policy": "rules lifetime expiry",
  "/admin/audit": "history events log who did what",
};

export function portalEntries(portal: Portal): SearchEntry[] {
  const pages = destinationsOf(portal).flatMap(({ destinations }) => destinations);
  return [
    ...pages
      .filter(({ href }) => ACTIONS.every((action) => action.href !== href))
      .map(({ href, label }) => ({ href, title: label, detail: "Page", words: WORDS[href] ?? "" })),
    ...ACTIONS,
    ...(portal.admin ? OF_ADMINISTRATORS : []),
  ];
}
