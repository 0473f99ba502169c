/** The security headers of every page, sent by `proxy.ts`. */
import { YEAR_SECONDS } from "../../time/durations";

type PageSecurity = {
  nonce: string;
  appUrl: string;
  /** The identity provider, to which the sign-in form can redirect. */
  issuer: string | undefined;
  mode: "development" | "production";
};

export function pageSecurityHeaders(page: PageSecurity): Record<string, string> {
  return { "content-security-policy": contentSecurityPolicy(page), ...commonHeaders(page.appUrl) };
}

/** For a page without scripts, files and forms. `styleHash` is the hash of its only style. */
export function plainPageHeaders({ appUrl, styleHash }: { appUrl: string; styleHash: string }): Record<string, string> {
  const policy = `default-src 'none'; style-src '${styleHash}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
  return { "content-security-policy": policy, ...commonHeaders(appUrl) };
}

function commonHeaders(appUrl: string): Record<string, string> {
  const isHttps = appUrl.startsWith("https:");
  return {
    "cache-control": "private, no-store",
    // Not `no-referrer`: with that, browsers send the forms of our own pages with `Origin: null`.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)",
    ...(isHttps ? { "strict-transport-security": `max-age=${YEAR_SECONDS}` } : {}),
  };
}

/** Allows nothing from other sites, and only inline scripts and styles that carry this response's nonce. */
function contentSecurityPolicy({ nonce, issuer, mode }: PageSecurity): string {
  const forms = issuer === undefined ? "'self'" : `'self' ${new URL(issuer).origin}`;
  // The development server evaluates code, and writes styles without a nonce.
  const isDevelopment = mode === "development";
  const scripts = `'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`;
  const styles = isDevelopment ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
