/** Who may call the routes of crons: `Authorization: Bearer CRON_SECRET`. */
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/process/env";

/** null if the request has the secret; otherwise the response that refuses it. */
export function refuseCron(request: Request): Response | null {
  const { CRON_SECRET } = env();
  if (CRON_SECRET === undefined) return new Response("Not found\n", { status: 404 });
  if (isSame(request.headers.get("authorization") ?? "", `Bearer ${CRON_SECRET}`)) return null;
  return new Response("Unauthorized\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
