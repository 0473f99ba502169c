import { publicOrigin } from "@/lib/http/origin";
import { securityText } from "@/lib/http/security-text";
import { env } from "@/lib/process/env";

/** Where to report a vulnerability (RFC 9116). Without a contact the file does not exist. */
export function GET(): Response {
  const { SECURITY_CONTACT: contact } = env();
  const headers = { "content-type": "text/plain; charset=utf-8" };
  if (contact === undefined) return new Response("Not found\n", { status: 404, headers });
  return new Response(securityText({ contact, origin: publicOrigin(), now: new Date() }), { headers });
}
