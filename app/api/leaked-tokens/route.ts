/** POST: reports of leaked tokens by secret scanners, in the format of GitHub's partner programme. See `lib/leaks`. */
import { notedAddress } from "@/lib/http/client-address";
import { peekReports, takeReport } from "@/lib/leaks/report-limits";
import { MAX_REPORTED, revokeLeaked } from "@/lib/leaks/revoke-leaked";
import { isSigned, leakReportKeys, parseReport } from "@/lib/leaks/signed-report";
import { REQUEST_ID_HEADER } from "@/lib/session/page-headers";

export const dynamic = "force-dynamic";

const MAX_BYTES = 512 * 1024;

export async function POST(request: Request): Promise<Response> {
  const keys = leakReportKeys();
  if (keys === null) return plain(404, "Not found");
  const { headers } = request;
  const address = notedAddress(headers);
  const window = await peekReports(address);
  if (!window.allowed) return plain(429, "Too many reports were refused", { "retry-after": String(window.retryAfter) });
  const body = await readBounded(request);
  const identifier = headers.get("github-public-key-identifier");
  const signature = headers.get("github-public-key-signature");
  const texts = body !== null && isSigned({ body, identifier, signature }, keys) ? parseReport(body) : null;
  if (texts === null) {
    await takeReport(address);
    return plain(403, "This is no report with a signature that is known here");
  }
  await revokeLeaked(texts, MAX_REPORTED, { address, requestId: headers.get(REQUEST_ID_HEADER) ?? "" });
  // The format could say which tokens were real, but the sender is never told.
  return Response.json([], { headers: { "cache-control": "no-store" } });
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { "cache-control": "no-store", ...headers } });
}

/** null if the body is longer than MAX_BYTES. */
async function readBounded({ body }: Request): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    length += read.value.length;
    if (length > MAX_BYTES) {
      await reader?.cancel();
      return null;
    }
    pieces.push(read.value);
  }
  return Buffer.concat(pieces);
}
