/** For the cron of a host whose processes do not run permanently (vercel.json): GET with `Authorization: Bearer CRON_SECRET`. */
import { createHash, timingSafeEqual } from "node:crypto";
import { maintain } from "@/lib/maintenance";
import { env } from "@/lib/process/env";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const { CRON_SECRET } = env();
  if (CRON_SECRET === undefined) return new Response("Not found\n", { status: 404 });
  if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${CRON_SECRET}`))
    return new Response("Unauthorized\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
  const done = await maintain();
  const hasFailed = Object.values(done).includes(null);
  return Response.json(done, { status: hasFailed ? 500 : 200, headers: { "cache-control": "no-store" } });
}

function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
