/** For the cron of a host whose processes do not run permanently: sends what failed and is due again. */
import { sendDue } from "@/lib/webhooks/sender";
import { refuseCron } from "../cron-secret";

/** Within the time that a function has (vercel.json). */
const SENDING_MS = 10_000;

export async function GET(request: Request): Promise<Response> {
  const refusal = refuseCron(request);
  if (refusal !== null) return refusal;
  await sendDue(SENDING_MS);
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}
