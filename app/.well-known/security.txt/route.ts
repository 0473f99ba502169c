import { publicOrigin } from "@/lib/http/origin";
import { securityText } from "@/lib/http/security-text";
import { env } from "@/lib/process/env";

/** Its contact is the deployment's, and it expires. */
export const dynamic = "force-dynamic";

/** Whom to tell of a weakness (RFC 9116). Without a contact there is no such file. */
export function GET(): Response {
  const { SECURITY_CONTACT: contact } = env();
  const headers = { "content-type": "text/plain; charset=utf-8" };
  if (contact === undefined) return new Response("Not found\n", { status: 404, headers });
  return new Response(securityText({ contact, origin: publicOrigin(), now: new Date() }), { headers });
}
