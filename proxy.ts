/**
 * What every page goes through, before Next looks for it: foreign posts are refused, and browsers are told what the page may
 * do. Not the interface, which answers for itself, and nothing about who is signed in, which each page and action asks.
 */
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { v7 as uuidv7 } from "uuid";
import { env } from "./lib/env";
import { isOwnOrigin } from "./lib/session/origin";
import { NONCE_HEADER, PATH_HEADER, REQUEST_ID_HEADER } from "./lib/session/page-headers";
import { pageSecurityHeaders } from "./lib/session/page-security";

/** All but the interface, the health checks, and files that are the same for everybody. */
export const config = {
  matcher: "/((?!api/v1(?:/|$)|api/health(?:/|$)|_next/static/|_next/image(?:/|$)|favicon.ico$).*)",
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const NONCE_BYTES = 16;

const FOREIGN_POST =
  "This request did not come from a page of this service, so it was refused. Open the page itself and try again from there.\n";

export function proxy(request: NextRequest): Response {
  const requestId = uuidv7();
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const { APP_URL, NODE_ENV, OIDC_ISSUER } = env();
  const mode = NODE_ENV === "production" ? NODE_ENV : "development";
  const security = pageSecurityHeaders({ nonce, appUrl: APP_URL, issuer: OIDC_ISSUER, mode });
  const answered = { ...security, [REQUEST_ID_HEADER]: requestId };

  if (!SAFE_METHODS.has(request.method) && !isOwnOrigin(request.headers)) {
    return new Response(FOREIGN_POST, {
      status: 403,
      headers: { ...answered, "content-type": "text/plain; charset=utf-8" },
    });
  }

  const headers = new Headers(request.headers);
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set(PATH_HEADER, pathOf(request));
  headers.set(NONCE_HEADER, nonce);
  // From here Next takes the nonce for the scripts that it writes itself.
  headers.set("content-security-policy", security["content-security-policy"] ?? "");
  acceptPublicHost(headers);
  return NextResponse.next({ request: { headers }, headers: answered });
}

/** Next compares `Origin` with this header, which clients can write and proxies forget. The comparison has been made above. */
function acceptPublicHost(headers: Headers): void {
  const origin = headers.get("origin");
  if (isOwnOrigin(headers) && origin !== null) headers.set("x-forwarded-host", new URL(origin).host);
  else headers.delete("x-forwarded-host");
}

function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.searchParams);
  query.delete("_rsc");
  return nextUrl.pathname + (query.size > 0 ? `?${query}` : "");
}
