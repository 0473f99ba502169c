import { ready } from "@/lib/health";

export async function GET(): Promise<Response> {
  const { status, body } = await ready();
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
