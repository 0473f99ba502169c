/** For the cron of a host whose processes do not run permanently (vercel.json): GET with `Authorization: Bearer CRON_SECRET`. */
import { maintain } from "@/lib/maintenance";
import { refuseCron } from "../cron-secret";

export async function GET(request: Request): Promise<Response> {
  const refusal = refuseCron(request);
  if (refusal !== null) return refusal;
  const done = await maintain();
  const hasFailed = Object.values(done).includes(null);
  return Response.json(done, { status: hasFailed ? 500 : 200, headers: { "cache-control": "no-store" } });
}
