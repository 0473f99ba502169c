/** The paths of pages, files and routes, and the page to open after sign-in. A test compares them with `app`. */
import { parseUrl } from "../../http/target";

const PATHS = [
  "/",
  "/sign-in",
  "/sign-in/done",
  "/sign-in/link",
  "/sign-in/code",
  "/second-factor",
  "/second-factor/set-up",
  "/invitation",
  "/organization",
  "/overview",
  "/requests",
  "/notices",
  "/notices/unread",
  "/tokens",
  "/search",
  "/tokens/new",
  "/tokens/new/preview",
  "/tokens/:id",
  "/tokens/:id/accepted",
  "/tokens/:id/edit",
  "/tokens/:id/revoke",
  "/tokens/:id/rotate",
  "/tokens/:id/rotation/end-overlap",
  "/tokens/:id/requests",
  "/tokens/:id/access",
  "/tokens/:id/history",
  "/webhooks",
  "/webhooks/new",
  "/webhooks/:id",
  "/webhooks/:id/edit",
  "/webhooks/:id/rotate",
  "/webhooks/:id/replay",
  "/webhooks/:id/delete",
  "/accounts",
  "/accounts/:id",
  "/accounts/:id/new",
  "/explain",
  "/connect",
  "/reference",
  "/reference/:entityKey",
  "/docs",
  "/docs/:page",
  "/docs/guides/:guide",
  "/password",
  "/admin",
  "/admin/audit",
  "/admin/audit/export",
  "/admin/members",
  "/admin/members/new",
  "/admin/members/:id",
  "/admin/members/:id/deactivate",
  "/admin/members/:id/hand-over",
  "/admin/members/:id/reset-second-factor",
  "/admin/members/:id/withdraw",
  "/admin/policy",
  "/admin/policy/exceeding",
  "/admin/tokens",
  "/admin/tokens/matching",
  "/admin/webhooks",
  "/openapi.json",
  "/llms.txt",
  "/.well-known/api-catalog",
  "/.well-known/security.txt",
  "/api/auth/callback/oidc",
  "/api/cron/maintain",
  "/api/cron/webhooks",
] as const;

const TEMPLATES = PATHS.map((path) => path.split("/"));

/** `path` has no query. One trailing slash is accepted. */
export function isPagePath(path: string): boolean {
  const segments = path.replace(/(?<=[^/])\/$/, "").split("/");
  const fits = (part: string, index: number) =>
    part.startsWith(":") ? segments[index] !== "" : part === segments[index];
  return TEMPLATES.some((template) => template.length === segments.length && template.every(fits));
}

const BASE = "http://own.invalid";

/** Replaces `//host`, `/\host` and anything else that would lead the browser to another site. */
export function ownPath(asked: unknown): string {
  const url = typeof asked === "string" && asked.startsWith("/") ? parseUrl(asked, BASE) : null;
  if (url?.origin !== BASE || url.pathname.startsWith("//")) return "/overview";
  return url.pathname + url.search + url.hash;
}
