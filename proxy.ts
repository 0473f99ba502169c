/**
 * Runs before Next looks for a page: refuses what cannot be one, and tells browsers what the page can do. The API answers for
 * itself, and each page and action checks who is signed in.
 */
import { type NextRequest, NextResponse } from "next/server";
import { isMissingDocument } from "./app/docs/documents";
import { newId, randomBytes } from "./lib/crypto/random-bytes";
import { notedAddress } from "./lib/http/client-address";
import { isOwnOrigin } from "./lib/http/origin";
import { MAX_FORM_BYTES } from "./lib/limits";
import { env } from "./lib/process/env";
import { log } from "./lib/process/log";
import { sessionCookieName } from "./lib/session/cookies";
import { pageSecurityHeaders } from "./lib/session/gate/page-security";
import { type AskedPage, type PageRefusal, refusalFor, refusePage, unknownPage } from "./lib/session/gate/plain-page";
import { NONCE_HEADER, PATH_HEADER, REQUEST_ID_HEADER } from "./lib/session/page-headers";

/** All but the API, MCP, the health checks, the files of the build, and the icons, which browsers ask for by themselves. */
export const config = {
  matcher: "/((?!api/v1(?:/|$)|mcp$|api/health/(?:live|ready)$|_next/static/|favicon\\.ico$|icon\\.svg$).*)",
};

const NONCE_BYTES = 16;

export async function proxy(request: NextRequest): Promise<Response> {
  const requestId = newId();
  const { APP_URL, NODE_ENV, OIDC_ISSUER } = env();
  const mode = NODE_ENV === "production" ? NODE_ENV : "development";
  const asked = toAskedPage(request);
  const refusal = isOfDevelopment(request, mode) ? null : await findRefusal(asked);
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

async function findRefusal(asked: AskedPage): Promise<PageRefusal | null> {
  return isMissingDocument(asked.path) ? unknownPage() : refusePage(asked);
}

function toAskedPage(request: NextRequest) {
  const { method, nextUrl, headers, cookies } = request;
  const sessionCookie = cookies.get(sessionCookieName())?.value;
  const readBody = () => readForm(request);
  return {
    method,
    path: nextUrl.pathname,
    headers,
    readBody,
    address: notedAddress(headers),
    sessionCookie,
  };
}

/** null if it is longer than a form can be. Browsers send its length; otherwise reading stops where it is exceeded. */
async function readForm({ headers, body }: NextRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(headers.get("content-length")) > MAX_FORM_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
