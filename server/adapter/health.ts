/** Health checks of a Node host: live as long as the process turns, ready as long as it should be sent requests. */
import type { ServerResponse } from "node:http";
import { type HealthResponse, live, ready } from "../../lib/health";

export async function handleHealth(path: string, response: ServerResponse, draining: boolean): Promise<void> {
  const { status, body } = await responseTo(path, draining);
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}

async function responseTo(path: string, draining: boolean): Promise<HealthResponse> {
  if (path === "/api/health/live") return live();
  if (path !== "/api/health/ready") return { status: 404, body: { status: "unknown" } };
  return draining ? { status: 503, body: { status: "draining" } } : ready();
}
