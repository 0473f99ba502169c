/**
 * What every page goes through, before Next looks for it: what need not be a page is refused, and browsers are told what the
 * page can do. Not the API, which answers for itself, and nothing about who is signed in, which each page and action
 * asks.
 */
import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { v7 as uuidv7 } from "uuid";
import { notedAddress } from "./lib/http/client-address";
import { isOwnOrigin } from "./lib/http/origin";
import { MAX_FORM_BYTES } from "./lib/limits";
import { env } from "./lib/process/env";
import { log } from "./lib/process/log";
import { sessionCookieName } from "./lib/session/cookies";
import { pageSecurityHeaders } from "./lib/session/gate/page-security";
import { refusalFor, refusePage } from "./lib/session/gate/plain-page";
import { NONCE_HEADER, PATH_HEADER, REQUEST_ID_HEADER } from "./lib/session/page-headers";

/** All but the API, MCP, the health checks, the files of the build, and the icons, which browsers ask for by themselves. */
export const config = {
  matcher: "/((?!api/v1(?:/|$)|mcp$|api/health/(?:live|ready)$|_next/static/|favicon\\.ico$|icon\\.svg$).*)",
};

const NONCE_BYTES = 16;

export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = uuidv7();
  const { APP_URL, NODE_ENV, OIDC_ISSUER } = env();
  const mode = NODE_ENV === "production" ? NODE_ENV : "development";
  const asked = toAskedPage(request);
  const refusal = isOfDevelopment(request, mode) ? null : await refusePage(asked);
  if (refusal !== null) {
    const { status, headers, body } = refusalFor(asked.method, request.headers.get("next-action"), refusal);
    log().info({ requestId, method: asked.method, status, address: asked.address }, "a page was refused");
    return new Response(request.method === "HEAD" ? null : body, {
      status,
      headers: { ...headers, [REQUEST_ID_HEADER]: requestId },
    });
  }

  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const security = pageSecurityHeaders({ nonce, appUrl: APP_URL, issuer: OIDC_ISSUER, mode });
  const headers = new Headers(request.headers);
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set(PATH_HEADER, pathOf(request));
  headers.set(NONCE_HEADER, nonce);
  // From here Next takes the nonce for the scripts that it writes itself.
  headers.set("content-security-policy", security["content-security-policy"] ?? "");
  acceptPublicHost(headers);
  return NextResponse.next({ request: { headers }, headers: { ...security, [REQUEST_ID_HEADER]: requestId } });
}

function toAskedPage(request: NextRequest) {
  const { method, nextUrl, headers, cookies } = request;
  const sessionCookie = cookies.get(sessionCookieName())?.value;
  const sentBytes = () => countSent(request);
  const hasReadableArguments = () => areArgumentsReadable(request);
  return {
    method,
    path: nextUrl.pathname,
    headers,
    sentBytes,
    hasReadableArguments,
    address: notedAddress(headers),
    sessionCookie,
  };
}

/** Browsers say how long a form is. Of whoever does not, as much is read as is needed to see that it is too long. */
async function countSent({ headers, body }: NextRequest): Promise<number> {
  const length = headers.get("content-length");
  if (length !== null || body === null) return Number(length);
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FORM_BYTES) break;
  }
  return bytes;
}

/** Without files, scripts send an action's arguments as the text of a JSON array. A body that was counted cannot be read again. */
async function areArgumentsReadable(request: NextRequest): Promise<boolean> {
  const { headers } = request;
  const isText = headers.get("content-type")?.startsWith("text/plain") && headers.has("content-length");
  if (!isText || !headers.has("next-action")) return true;
  try {
    return Array.isArray(JSON.parse(await request.text()));
  } catch {
    return false;
  }
}

/** The development server has paths of its own. */
function isOfDevelopment({ nextUrl }: NextRequest, mode: "development" | "production"): boolean {
  return mode === "development" && /^\/(?:_next\/|__next|\.well-known\/)/.test(nextUrl.pathname);
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
