import { ready } from "@/lib/health";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const { status, body } = await ready();
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
